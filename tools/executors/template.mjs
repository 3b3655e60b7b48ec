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

// What JSON can't spell is text; whole numbers beyond 2^53 are BigInt, which go through JSON as marked text.
function written(name, value) {
  if (typeof value === "bigint") return `\0${value}`;
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

function parsed(line) {
  const isLarge = (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
  const marked = line.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (isLarge(token) ? `"\\u0000${token}"` : token));
  return JSON.parse(marked, (name, value) => (/^\0-?\d{16,}$/.test(value) ? BigInt(value.slice(1)) : value));
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
  process.stdout.write(JSON.stringify(message, written).replace(/"\\u0000(-?\d{16,})"/g, "$1") + "\n");
}

function take(line) {
  const request = parsed(line);
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
