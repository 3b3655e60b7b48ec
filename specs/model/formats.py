"""The formats of vectors: what each operator takes and gives (`specs/formats`)."""

from collections.abc import Callable
from dataclasses import asdict

from model.arithmetic import Draw, Json
from model.cases import describe, describe_all, read_rows, read_rule, read_rules, read_sets, read_state, read_votes
from model.control import control
from model.covering import covering
from model.cycle import correct_sets, discover, ga_is_due, run_length, run_step, training_step, update_only_step
from model.deletion import delete_surplus, deletion_vote
from model.draws import JavaRandom, Pcg64, Tape, seeded, stream_of
from model.final import final_rules, merged_at_the_end
from model.genetic import crossover, discounted_of, run_ga, select_parent, spin
from model.inference import (
    active,
    best_labels,
    ival,
    n_unmatched,
    normalised,
    pcut,
    predictions,
    raw_votes,
    thresholds_of,
)
from model.initialisation import initialise, k_means, require_means
from model.matching import match_set, matches
from model.metrics import accuracy, compacted, exact_match, hamming_loss, share_of_solution
from model.notation import by_name, ternary
from model.parameters import Settings, read_settings
from model.problems import artificial_problem
from model.representation import (
    accepts,
    bounds,
    check_reach,
    check_values,
    equal,
    read_bits,
    read_value,
    read_world,
    repaired,
    write_bits,
)
from model.state import State, draws_made, micro, written_rule
from model.subsumption import absorber, general, is_able


def answer_layout(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/layout.md`: where genes stand."""
    world = read_world(given, settings)
    return {
        "attribute_starts": [attribute.start for attribute in world.attributes],
        "label_starts": [world.label_start(label) for label in range(world.n_labels)],
        "size": world.size(),
    }


def answer_decode(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/decode.md`: what the bits of a gene say."""
    attribute = read_world({"attributes": [given["attribute"]]}, settings).attributes[0]
    gene = read_bits(given["bits"])
    if attribute.kind == "binary":
        return {"active": gene[0] == 1, "values": [gene[1]]}
    if attribute.kind == "nominal":
        return {"active": gene[0] == 1, "values": [i for i, bit in enumerate(gene[1:]) if bit == 1]}
    both = bounds(attribute, gene)
    return {"active": gene[0] == 1, "bounds": list(both), "reals": [attribute.value(q) for q in both]}


def answer_match(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/match.md`: which values a test accepts."""
    attribute = read_world({"attributes": [given["attribute"]]}, settings).attributes[0]
    gene = read_bits(given["bits"])
    return {"accepted": [accepts(attribute, gene, read_value(x)) for x in given["x"]]}


def answer_generality(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/generality.md`: whether a rule is general for another."""
    world = read_world(given, settings)
    return {"general": general(world, read_bits(given["rule"]), read_bits(given["other"]))}


def answer_equality(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/equality.md`: whether two rules are equal."""
    world = read_world(given, settings)
    return {"equal": equal(world, read_bits(given["rule"]), read_bits(given["other"]))}


def answer_repair(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/repair.md`: REPAIR."""
    return {"rule": write_bits(repaired(read_world(given, settings), read_bits(given["rule"])))}


def answer_notation(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/notation.md`: a rule as text."""
    world = read_world(given, settings)
    bits = read_bits(given["rule"]["bits"])
    zero_and_one = all(attribute.kind == "binary" and attribute.n_values == 2 for attribute in world.attributes)
    paper = zero_and_one and len(world.attributes) <= 64
    return {"text": ternary(world, bits) if paper else by_name(world, bits)}


def answer_coverage(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/coverage.md`: matching."""
    world = read_world(given, settings)
    table = [[matches(world, rule.bits, instance.x) for instance in world.instances] for rule in read_rules(given)]
    return {
        "coverage": [write_bits([int(flag) for flag in row]) for row in table],
        "match_sets": [[i for i, row in enumerate(table) if row[j]] for j in range(len(world.instances))],
    }


def answer_correct_sets(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/correct-sets.md`: correct sets."""
    state = read_state(given, settings, draw)
    instance = state.world.instances[given["instance"]]
    C = correct_sets(state.world, match_set(state.world, state.P, instance.x), instance.y)
    place = {id(rule): i for i, rule in enumerate(state.P)}
    return {
        "correct_sets": [{"members": [place[id(rule)] for rule in members], "num": micro(members)} for members in C]
    }


def answer_parameters(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/parameters.md`: what follows from counts; ranges are refused as everywhere (REP-4)."""
    read_world(given, settings)
    rule = read_rule(given["rule"])
    known = describe(settings, rule)
    answer = {name: known[name] for name in ("tp", "fp", "msa", "acc", "fitness", "able")}
    return answer | {"discounted_fitness": discounted_of(settings, rule)}


def answer_update(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/update.md`: the update component."""
    state = read_state(given, settings, draw)
    for i in given["presented"]:
        update_only_step(state, i)
    return {"rules": describe_all(state)}


def answer_covering(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/covering.md`: covering."""
    row = [read_value(cell) for cell in given["x"]]
    world = read_world(given, settings)
    check_values(world.attributes, [row])
    check_reach(world.attributes, [row])
    return {"rule": write_bits(covering(world, row, read_bits(given["y"]), given["label"], draw))}


def answer_roulette(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/roulette.md`: one spin of the wheel."""
    return {"chosen": spin(given["weights"], draw(), settings)}


def answer_selection(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/selection.md`: selection of parents."""
    read_world(given, settings)
    rules = read_rules(given)
    return {"parents": [rules.index(select_parent(settings, rules, draw)) for _ in range(2)]}


def answer_crossover(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/crossover.md`: crossover."""
    world = read_world(given, settings)
    children = crossover(world, read_bits(given["first"]), read_bits(given["second"]), given["label"], draw)
    return {"children": [write_bits(bits) for bits in children]}


def answer_ga(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/ga.md`: one run of the GA."""
    state = read_state(given, settings, draw)
    children = run_ga(state, state.P, given["label"], state.clock)
    return {
        "offspring": [
            {
                "rule": describe(settings, child.rule),
                "parents": [state.P.index(child.first), state.P.index(child.second)],
            }
            for child in children
        ]
    }


def answer_subsumption(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/subsumption.md`: who absorbs a child."""
    state = read_state(given, settings, draw)
    world, P = state.world, state.P
    child = read_bits(given["child"])
    parents = None
    if "parents" in given:
        parents = (P[given["parents"][0]], P[given["parents"][1]])
    winner, parent = absorber(world, P, child, parents)
    return {
        "able": [is_able(settings, rule) for rule in P],
        "general": [general(world, rule.bits, child) for rule in P],
        "equal": [equal(world, rule.bits, child) for rule in P],
        "absorber": None if winner is None else {"rule": P.index(winner), "parent": parent},
    }


def answer_ga_due(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/ga-due.md`: when a GA is due."""
    clock = given["step"] if settings.ga_clock == "step" else given["clock"]
    labels: list[Json] = []
    for members in given["correct_sets"]:
        if members and settings.ga_clock == "label":
            clock += 1
        pairs = [(member["num"], member["ts"]) for member in members]
        labels.append({"clock": clock, "due": bool(members) and ga_is_due(settings, clock, pairs)})
    return {"labels": labels}


def answer_discovery(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/discovery.md`: the discovery component."""
    state = read_state(given, settings, draw)
    instance = state.world.instances[given["instance"]]
    discover(state, instance, correct_sets(state.world, match_set(state.world, state.P, instance.x), instance.y))
    return {"rules": describe_all(state), "clock": state.clock}


def answer_deletion(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/deletion.md`: deletion."""
    state = read_state(given, settings, draw)
    P = list(state.P)
    votes = [deletion_vote(settings, rule) for rule in P]
    losers = delete_surplus(state)
    return {"votes": votes, "deleted": [P.index(rule) for rule in losers], "num": [rule.num for rule in P]}


def answer_control(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/control.md`: control of the match set."""
    state = read_state(given, settings, draw)
    state.deletions_commenced = True
    P = list(state.P)
    loser = control(state, match_set(state.world, P, state.world.instances[given["instance"]].x))
    return {"loser": None if loser is None else P.index(loser), "num": [rule.num for rule in P]}


def answer_k_means(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/k-means.md`: centroids."""
    world = read_world(given, settings)
    points = read_rows(given["points"])
    require_means(world, points)
    return {"centroids": k_means(world, points, given["k"], draw)}


def answer_clustering(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/clustering.md`: initialisation."""
    state = State(read_world(given, settings), draw)
    n_centroids, n_unmatched = initialise(state)
    return {
        "rules": describe_all(state),
        "n_centroids": n_centroids,
        "n_unmatched": n_unmatched,
        "deletions_commenced": state.deletions_commenced,
    }


def answer_step(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/step.md`: training steps."""
    state = read_state(given, settings, draw)
    state.deletions_commenced = given.get("deletions_commenced", False)
    for i in given["presented"]:
        if given.get("update_only", False):
            update_only_step(state, i)
        else:
            training_step(state, i)
        state.t += 1
    return {
        "rules": describe_all(state),
        "clock": state.clock,
        "deletions_commenced": state.deletions_commenced,
    }


def answer_run(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/run.md`: a run."""
    state = State(read_world(given, settings), draw)
    if settings.clustering:
        initialise(state)
    length = run_length(state.world)[1]
    while state.t < min(length, given["n_steps"]):
        run_step(state)
    return {
        "steps": state.t,
        "length": length,
        "clock": state.clock,
        "rules": describe_all(state),
        "final": [[write_bits(rule.bits), rule.num] for rule in final_rules(state.world, state.P)],
    }


def answer_trace(given: Json, settings: Settings, draw: Draw) -> Json:
    """`traces.md`, Answering a trace: the events of a run, and P at its end."""
    state = State(read_world(given, settings), draw)
    if settings.clustering:
        initialise(state)
    while state.t < given["n_steps"]:
        i = run_step(state)
        state.tell("end", instance=i, macro=len(state.P), micro=micro(state.P), draws=draws_made(state))
    return {"events": state.events, "population": [written_rule(settings, rule) for rule in state.P]}


def answer_final_merge(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/final-merge.md`: the end of the authors' program."""
    state = read_state(given, settings, draw)
    return {"rules": [describe(settings, rule) for rule in merged_at_the_end(state.world, state.P)]}


def answer_votes(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/votes.md`: votes."""
    world, rules, xs = read_world(given, settings), read_rules(given), read_rows(given["x"])
    raw = [raw_votes(world, rules, x) for x in xs]
    return {
        "raw": raw,
        "normalised": [normalised(settings, votes) for votes in raw],
        "n_unmatched": n_unmatched(world, rules, xs),
    }


def answer_active_labels(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/active-labels.md`: labels that votes activate."""
    threshold = float(given["threshold"])
    return {"labels": [write_bits(active(settings, row, threshold)) for row in read_votes(given, settings)]}


def answer_thresholds(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/thresholds.md`: thresholds."""
    votes, truth = read_votes(given, settings), read_sets(given["truth"])
    return {
        "ival": ival(settings, votes, truth, given.get("metric", "accuracy")),
        "pcut": pcut(settings, votes, truth),
    }


def answer_best(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/best.md`: labels by BEST."""
    world, rules, xs = read_world(given, settings), read_rules(given), read_rows(given["x"])
    return {
        "labels": [write_bits(best_labels(world, rules, x)) for x in xs],
        "n_unmatched": n_unmatched(world, rules, xs),
    }


def answer_metrics(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/metrics.md`: metrics."""
    truth, predicted = read_sets(given["truth"]), read_sets(given["predicted"])
    return {
        "accuracy": accuracy(settings, truth, predicted),
        "exact_match": exact_match(truth, predicted),
        "hamming_loss": hamming_loss(truth, predicted),
    }


def answer_evaluation(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/evaluation.md`: a ruleset evaluated."""
    world, rules, xs = read_world(given, settings), read_rules(given), read_rows(given["x"])
    truth = read_sets(given["truth"])
    thresholds = thresholds_of(world, rules, xs, truth, given.get("metric", "accuracy"))
    answer: Json = {**thresholds, "n_unmatched": n_unmatched(world, rules, xs)}
    for name, predicted in predictions(world, rules, xs, thresholds).items():
        answer[f"labels_{name}"] = [write_bits(h) for h in predicted]
        answer[f"accuracy_{name}"] = accuracy(settings, truth, predicted)
    return answer


def answer_compaction(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/compaction.md`: compaction."""
    world = read_world(given, settings)
    return {"kept": compacted(world, read_rules(given), read_rows(given["x"]))}


def answer_scs(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/scs.md`: %SCS."""
    return {"share": share_of_solution(read_world(given, settings), read_rules(given), given["solutions"])}


def answer_problem(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/problem.md`: artificial problems."""
    instances, solutions = artificial_problem(given["name"])
    return {
        "instances": [f"{write_bits(x)} -> {write_bits(y)}" for x, y in instances],
        "solutions": solutions,
    }


def answer_pcg64(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/pcg64.md`: the default stream."""
    if "state" not in given:
        return numbers(seeded(int(given["seed"])), given)
    return numbers(Pcg64(int(given["state"]), int(given["increment"])), given)


def answer_java_random(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/java-random.md`: the stream of the authors' program."""
    return numbers(JavaRandom(int(given["seed"])), given)


def answer_settings(given: Json, settings: Settings, draw: Draw) -> Json:
    """`formats/settings.md`: settings of a profile."""
    return {"settings": asdict(settings)}


def numbers(stream: Draw, given: Json) -> Json:
    """RND-1: some numbers of a stream."""
    for _ in range(given["skip"]):
        stream()
    return {"numbers": [stream() for _ in range(given["count"])]}


FORMATS: dict[str, Callable[[Json, Settings, Draw], Json]] = {
    name.removeprefix("answer_").replace("_", "-"): function
    for name, function in globals().items()
    if name.startswith("answer_")
}


def answer(case: Json) -> Json:
    """`formats/README.md`, Consuming a vector: the answer to a case."""
    settings = read_settings(case["settings"], case["in"].get("problem"))
    if isinstance(case["draws"], dict):
        return FORMATS[case["format"]](case["in"], settings, stream_of(case["draws"]))
    tape = Tape(case["draws"])
    out = FORMATS[case["format"]](case["in"], settings, tape)
    tape.check_end()
    return out
