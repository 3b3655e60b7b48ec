"""From data to a model. Clauses: PAR-2, INI-1, CYC-4, FIN-1."""

import itertools
import signal
from typing import Any, Final

import numpy as np
import pytest
from raising import raising
from unit.rulesets.builders import binary_schema

from mlslcs_ref.core.draws import JavaDraws, PcgDraws
from mlslcs_ref.core.events import Event, StepEnded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import STREAMS, Stream, Training, artificial_settings
from mlslcs_ref.metrics import METRICS
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import model_text
from mlslcs_ref.settings import PROFILES, Settings

SMALL: Final = {"population_size": 60, "passes": 3, "theta_ga": 20, "theta_exp": 3, "clustering": False}


def small(profile: str = "paper", **changes: object) -> Settings:
    return Settings.profile(profile, **{**SMALL, **changes})


def of_run(seed: Any, stream: Any = "pcg64", **changes: Any) -> Model:
    return Training(mlposition(3), small(**changes), seed, stream=stream).complete()


@pytest.mark.parametrize(("name", "p_label_hash"), [("toy6x4", 0.5), ("mlposition4", 0.2), ("mlposition7", 0.2)])
def test_artificial_problems_have_the_papers_settings(name: str, p_label_hash: float) -> None:
    """What is given is the caller's own. Clauses: PAR-2, INI-1."""
    artificial_settings(name)["passes"] = 1
    assert artificial_settings(name) == {
        "population_size": 10_000,
        "p_hash": 0.33,
        "p_label_hash": p_label_hash,
        "passes": 1500,
        "clustering": False,
    }
    for profile in PROFILES:
        settings = Settings.profile(profile, **artificial_settings(name))
        assert set(settings.differences(profile)) >= {"population_size", "p_hash", "p_label_hash", "passes"}


def test_streams_are_pcg64_and_java() -> None:
    assert STREAMS == ("pcg64", "java")
    assert isinstance(Training(toy6x4(), small(), 1).learner.draws, PcgDraws)
    assert isinstance(Training(toy6x4(), small(), 1, stream="java").learner.draws, JavaDraws)


def test_the_java_stream_is_that_of_java_util_random() -> None:
    """New java.util.Random(42).nextDouble() is 0.7275636800328681, then 0.6832234717598454."""
    draws = Training(toy6x4(), small(), 42, stream="java").learner.draws

    assert [draws.unit("first"), draws.unit("second")] == [0.7275636800328681, 0.6832234717598454]


def test_a_run_of_the_authors_program_is_reproduced() -> None:
    """The recording toy6x4-tiny: 40 draws, 4 rules and this checksum after the first step."""
    settings = Settings.authors(
        theta_exp=10, theta_del=20, phi=0.5, omega=0.5, population_size=40, theta_ga=20, passes=20, p_hash=0.33,
        p_label_hash=0.5, update_only=0.0,
    )  # fmt: skip
    training = Training(toy6x4(), settings, 12, profile="authors", stream="java")
    training.advance(1)

    assert (training.learner.draws.count, training.learner.population.macro) == (40, 4)
    assert training.learner.digest() == "8b68dadf"


SEEDS: Final = {"pcg64": (0, 1, 2**63, 2**64, 10**30), "java": (-(2**63), -1, 0, 2**63 - 1)}
NO_SEEDS: Final = {"pcg64": (-1, -(2**63), -(10**30)), "java": (-(2**63) - 1, 2**63, 10**30)}


@pytest.mark.parametrize("stream", STREAMS)
def test_pcg64_takes_every_seed_from_0_and_java_every_signed_64_bit_number(stream: Stream) -> None:
    for seed in SEEDS[stream]:
        assert of_run(seed, stream).record.seed == seed
    for seed in NO_SEEDS[stream]:
        with raising(SettingsError, name="seed", found=str(seed)):
            of_run(seed, stream)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("kind", [np.uint32, np.int64, np.uint8, np.uint64])
def test_a_numpy_seed_is_the_same_as_a_plain_one(stream: str, kind: type[np.integer[Any]]) -> None:
    """The model can be written too."""
    assert model_text(of_run(kind(7), stream)) == model_text(of_run(7, stream))


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("seed", [1.0, 1.5, "1", None, [1], float("nan"), True, False, np.True_], ids=repr)
def test_what_is_no_whole_number_is_no_seed(seed: Any, stream: str) -> None:
    with raising(SettingsError, name="seed"):
        of_run(seed, stream)


@pytest.mark.parametrize("n_steps", [-1, 1.5, True, "3", None])
def test_what_is_no_number_of_steps_is_refused(n_steps: Any) -> None:
    with raising(SettingsError, name="n_steps"):
        Training(mlposition(3), small(), 0).advance(n_steps)


def test_different_seeds_and_streams_give_different_runs() -> None:
    digests = [of_run(seed, stream).record.crc32 for seed in (0, 1, 2) for stream in STREAMS]

    assert len(set(digests)) == 6


@pytest.mark.parametrize("profile", PROFILES)
def test_the_same_seed_gives_the_same_model(profile: str) -> None:
    runs = [Training(toy6x4(), small(profile), 5, profile=profile).complete() for _turn in range(2)]

    assert model_text(runs[0]) == model_text(runs[1])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("chunk", [1, 7, 64, 1000])
def test_a_run_in_chunks_is_the_run_in_one_go(profile: str, chunk: int) -> None:
    settings = small(profile, update_only=0.4)
    training = Training(toy6x4(), settings, 5)
    for _turn in itertools.count():
        if training.advance(chunk):
            break

    assert model_text(training.model()) == model_text(Training(toy6x4(), settings, 5).complete())


def test_advancing_a_finished_run_does_nothing() -> None:
    training = Training(mlposition(2), small(), 5)
    first = training.complete()

    assert training.advance()
    assert training.advance(1000)
    assert model_text(training.complete()) == model_text(first)


@pytest.mark.parametrize(
    ("passes", "update_only", "steps"),
    [(3, 0.0, 24), (3, 0.4, 32), (3, 0.3, 24), (10, 0.1, 88), (0, 0.0, 0), (0, 1.0, 0), (1, 1.0, 16)],
)
def test_a_run_has_passes_and_then_update_only_passes(passes: int, update_only: float, steps: int) -> None:
    """8 instances; int(f*passes) more passes: int(1.2) = 1, int(0.9) = 0. Clauses: CYC-1, CYC-4."""
    assert of_run(1, passes=passes, update_only=update_only).record.steps == steps


def test_a_run_of_no_steps_is_a_model_that_predicts_nothing() -> None:
    found = of_run(1, passes=0)

    assert (len(found.ruleset), found.record.draws) == (0, 0)
    assert not found.predict(mlposition(3).X).any()
    assert (found.thresholds.pcut, found.thresholds.ival) == (0.5, 0.5)


def test_the_record_says_what_the_run_was() -> None:
    dataset = mlposition(3)
    training = Training(dataset, small("authors"), -9, profile="authors", stream="java")
    record = training.complete().record

    assert (record.data, record.profile, record.stream, record.seed) == ("mlposition3", "authors", "java", -9)
    assert (record.steps, record.draws) == (24, training.learner.draws.count)
    assert record.crc32 == training.learner.digest()
    assert (record.n_centroids, record.n_unmatched_centroids) == (0, 0)


def test_the_record_counts_the_rules_of_the_initialisation() -> None:
    """4, 2, 1 and 1 instances of 4 label combinations; 1 cluster each with gamma 0.2. Clauses: INI-1, INI-3."""
    record = of_run(1, clustering=True).record

    assert record.n_centroids == 4
    assert 0 <= record.n_unmatched_centroids <= 4


def test_train_uses_the_profile_paper_and_seed_0_if_nothing_is_said() -> None:
    dataset = Dataset(binary_schema(1, 1), np.array([[0.0]]), np.array([[True]]))
    found = train(dataset)

    assert found.ruleset.settings == Settings.paper()
    assert (found.record.seed, found.record.stream, found.record.profile) == (0, "pcg64", "paper")
    assert found.record.steps == 500


def test_train_is_a_run_from_beginning_to_end() -> None:
    assert model_text(train(mlposition(3), small(), 4)) == model_text(of_run(4))


def test_the_observer_is_told_of_every_step_and_changes_nothing() -> None:
    events: list[Event] = []
    watched = train(mlposition(3), small(), 4, observer=events.append)
    ended = [event for event in events if isinstance(event, StepEnded)]

    assert [event.step for event in ended] == list(range(1, 25))
    assert [event.instance for event in ended] == list(range(8)) * 3
    assert (ended[-1].draws, ended[-1].micro) == (watched.record.draws, watched.ruleset.n_micro)
    assert len(events) > len(ended)
    assert model_text(watched) == model_text(train(mlposition(3), small(), 4))


def test_an_observer_that_fails_ends_the_run() -> None:
    def fail(_event: Event) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        train(mlposition(3), small(), 4, observer=fail)


def test_progress_is_told_between_chunks_and_changes_nothing() -> None:
    """64 * 5 steps by 64: after 64, 128, 192 and 256; when all is done the model itself tells."""
    steps: list[int] = []
    training = Training(toy6x4(), small(passes=5), 4)
    found = training.complete(progress=lambda running: steps.append(running.learner.steps))

    assert steps == sorted(set(steps))
    assert all(0 < step < 320 for step in steps)
    assert steps
    assert model_text(found) == model_text(Training(toy6x4(), small(passes=5), 4).complete())


def test_an_error_in_progress_stops_between_steps_and_the_run_can_go_on() -> None:
    """As an interruption does."""

    def stop(_running: Training) -> None:
        raise KeyboardInterrupt

    training = Training(toy6x4(), small(), 4)
    with pytest.raises(KeyboardInterrupt):
        training.complete(progress=stop)

    assert 0 < training.learner.steps < 192
    assert model_text(training.complete()) == model_text(Training(toy6x4(), small(), 4).complete())


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("metric", METRICS)
def test_thresholds_are_those_of_the_metric_on_the_training_data(profile: str, metric: Any) -> None:
    """Clauses: INF-3, INF-4."""
    dataset = toy6x4()
    found = Training(dataset, small(profile), 5).complete(metric=metric)

    assert found.thresholds == Consultation(found.ruleset, dataset.X).thresholds(dataset.Y, metric)


def test_a_snapshot_does_not_change_with_the_run() -> None:
    training = Training(toy6x4(), small(), 5)
    training.advance(100)
    early, model = training.ruleset(), training.model()
    before = [(rule.num, rule.exp, rule.correct, rule.cs, rule.ts) for rule in early]
    text = model_text(model)
    training.complete()

    assert [(rule.num, rule.exp, rule.correct, rule.cs, rule.ts) for rule in early] == before
    assert model_text(model) == text
    assert model.record.steps == 100
    assert model_text(training.model()) != text


def test_a_model_on_the_way_does_not_change_the_run() -> None:
    training = Training(toy6x4(), small("authors", update_only=0.4), 5)
    while not training.advance(10):
        training.model()

    assert model_text(training.model()) == model_text(
        Training(toy6x4(), small("authors", update_only=0.4), 5).complete()
    )


def test_with_final_merge_the_model_has_the_merged_rules_and_the_population_stays() -> None:
    """And they are sorted by num*F_d; none is lost from the sum of num. Clauses: FIN-1."""
    training = Training(toy6x4(), small("authors", passes=20, update_only=0.1, theta_del=5), 5, profile="authors")
    found = training.complete()
    weights = [found.ruleset.macro_fitness(rule) for rule in found.ruleset]

    assert weights == sorted(weights, reverse=True)
    assert found.ruleset.n_micro == training.ruleset().n_micro
    assert len(found.ruleset) <= len(training.ruleset())


def test_data_that_cannot_be_learned_from_are_refused() -> None:
    schema = binary_schema(1, 1)

    with pytest.raises(DataError):
        train(Dataset(schema, np.zeros((0, 1)), np.zeros((0, 1), dtype=bool)), small())
    with pytest.raises(DataError):
        train(Dataset(schema, np.array([[-1.0]]), np.array([[True]])), small())


def test_an_error_of_the_values_names_the_data() -> None:
    """The genes find that a range does not fit into a double, and know nothing of data sets."""
    schema = Schema((ContinuousAttribute("a"),), ("l",))
    data = Dataset(schema, np.array([[-1e308], [1e308]]), np.array([[True], [False]]), "big")

    with raising(DataError, file="big", column="a"):
        Training(data, Settings.paper(), 1)


def test_passes_are_counted_to_the_end_of_the_run() -> None:
    training = Training(toy6x4(), Settings.paper(passes=3, update_only=0.4, population_size=50, clustering=False), 1)

    assert [(done, training.learner.steps) for done in training.passes()] == [(1, 64), (2, 128), (3, 192), (4, 256)]
    assert list(training.passes()) == []


def test_what_is_no_data_set_no_settings_or_no_observer_is_refused_before_anything_is_learned() -> None:
    given: Any = ([[1]], [[1]])
    with pytest.raises(DataError):
        train(given, small())
    settings: Any = {"passes": 1}
    with raising(SettingsError, name="settings"):
        train(toy6x4(), settings)
    observer: Any = 3
    with raising(SettingsError, name="observer"):
        train(toy6x4(), small(), observer=observer)


@pytest.mark.parametrize("stream", STREAMS)
def test_a_run_that_is_interrupted_within_steps_goes_on_to_the_same_end(stream: Stream) -> None:
    """Signals come at events within steps; each is heard after its step, and P is whole."""
    dataset, settings = mlposition(3), small(passes=40)
    events: list[Event] = []

    def observe(event: Event) -> None:
        events.append(event)
        if len(events) % 37 == 0:
            signal.raise_signal(signal.SIGINT)

    whole = Training(dataset, settings, 3, stream=stream)
    whole.complete()
    training = Training(dataset, settings, 3, stream=stream, observer=observe)
    n_interrupts = 0
    over = False
    while not over:
        try:
            over = training.advance()
        except KeyboardInterrupt:
            n_interrupts += 1
            rules = training.learner.population.rules()
            assert sum(rule.num for rule in rules) == training.learner.population.micro <= 60
            over = training.learner.steps == training.learner.n_steps

    assert n_interrupts > 3
    assert training.learner.digest() == whole.learner.digest()


def test_clusters_are_told_of_until_all_instances_have_rules() -> None:
    """toy6x4 has a partition for each set of labels, whose rounds come one after the other, then its rules. INI-1."""
    told: list[tuple[int, int]] = []
    dataset = toy6x4()
    training = Training(dataset, small(clustering=True), 1, clustered=lambda *where: told.append(where))
    n_partitions = len(np.unique(dataset.Y, axis=0))

    assert [done for done, _round in told] == sorted(done for done, _round in told)
    assert told[0] == (0, 1)
    assert told[-1] == (dataset.n_instances, 0)
    assert len({done for done, n_rounds in told if not n_rounds}) == n_partitions
    assert training.learner.digest() == Training(dataset, small(clustering=True), 1).learner.digest()


def test_an_interruption_ends_the_search_for_clusters() -> None:
    """In the round after the signal has come, whether or not anybody is told of it."""

    def clustered(done: int, n_rounds: int) -> None:
        if (done, n_rounds) == (0, 2):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Training(toy6x4(), small(clustering=True), 1, clustered=clustered)
