// An executor in JavaScript (Node) to begin with: it answers `echo`, which `conform smoke` asks, and skips every other
// format.
//
//     python -m mlslcs_ref conform smoke --executor "node template.mjs"
//
// Here go your operators, by format: from the inputs, the settings and the tape of draws to the object `out`. They throw
// `new Refusal("code")` for what must be refused; any other error is reported as one.

const operators = {
  // update({ attributes, n_labels, instances, rules, presented }, settings, draws) { return { rules: [...] }; },
};

class Refusal extends Error {}

const description = {
  protocol: 1,
  implementation: { name: "template", version: "0", language: "JavaScript" },
  supports: { formats: Object.keys(operators), profiles: ["paper", "authors"] },
};

// What JSON can't spell is text.
function written(name, value) {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

function answer(test) {
  if (test.format === "echo") return test.in;
  if (!Object.hasOwn(operators, test.format)) return { skipped: { reason: "not written yet" } };
  try {
    return { out: operators[test.format](test.in, test.settings, test.draws) };
  } catch (error) {
    if (error instanceof Refusal) return { reject: error.message };
    return { errored: { message: String(error), traceback: String(error.stack) } };
  }
}

function respond(message) {
  process.stdout.write(JSON.stringify(message, written) + "\n");
}

function take(line) {
  const request = JSON.parse(line);
  if (request.cmd === "stop") process.stdin.destroy();
  else if (request.cmd === "start") respond(description);
  else respond({ seq: request.seq, ...answer(request.case) });
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part) => {
  const lines = (rest + part).split("\n");
  rest = lines.pop();
  lines.forEach(take);
});
