// Development only: the same pipelines through shardsh and the npm package mingo, on the same
// documents. Nothing of the build runs this.
//
//   NODE_PATH=…/node_modules node src/test/resources/peer/mingo-check.js target/shardsh
//
// First the handed vectors, whose results are MongoDB's own and which shardsh gives (VectorTests);
// then pipelines.json, run live in both. Prints every difference. For those of the second part
// pipelines.json says who is right; one about which it says nothing ends the script with status 1.

const fs = require("fs");
const path = require("path");
const { execFileSync } = require("child_process");
const mingo = require("mingo");

const VECTORS = path.join(__dirname, "..", "vectors");
const KIND = ["stage", "group", "expression"];

/** Cases that mingo does not come back from: it looks for empty matches at one place for ever. */
const ENDLESS = ["regex.lazyEmptyMatches"];

/** Extended JSON as mingo wants it; null for a case with types that it cannot have. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value);
  if (keys.length === 1) {
    const inner = value[keys[0]];
    switch (keys[0]) {
      case "$numberInt": case "$numberLong": case "$numberDouble": return Number(inner);
      case "$date": return new Date(typeof inner === "object" ? Number(inner.$numberLong) : inner);
      case "$undefined": return undefined;
      case "$numberDecimal": case "$oid": case "$timestamp": case "$minKey": case "$maxKey":
      case "$code": case "$symbol": case "$dbPointer": throw new RangeError("type");
      case "$binary": case "$uuid": throw new RangeError("type");
      case "$regularExpression": return new RegExp(inner.pattern, inner.options);
    }
  }
  const copy = {};
  for (const key of keys) copy[key] = plain(value[key]);
  return copy;
}

/** Values as text: order of fields and of results does not count, fractions to 12 digits. */
function text(value) {
  if (value === undefined) return "undefined";
  if (value instanceof Date) return "Date(" + value.getTime() + ")";
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return "[" + value.map(text).join() + "]";
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toPrecision(12);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return "{" + Object.keys(value).sort().map((key) => key + ":" + text(value[key])).join() + "}";
}

const texts = (values, ordered) => {
  const all = values.map(text);
  return (ordered ? all : all.sort()).join("\n");
};

function run(documents, pipeline, collections) {
  const byName = {};
  for (const [name, docs] of Object.entries(collections || {})) byName[name] = plain(docs);
  return mingo.aggregate(plain(documents), plain(pipeline), {
    collectionResolver: (name) => byName[name] || [],
  });
}

function vectors(kind) {
  const file = JSON.parse(fs.readFileSync(path.join(VECTORS, kind + "-handed.json"), "utf8"));
  const differences = [];
  let passed = 0;
  let apart = 0;
  for (const one of file.cases) {
    if (one.collectionsAfter || one.resultCount) { apart++; continue; }
    const documents = kind === "expression" ? [one.document || {}] : one.documents;
    const pipeline = kind === "expression" ? [{ $replaceWith: { r: one.expression } }] : one.pipeline;
    let actual;
    let wanted;
    if (ENDLESS.includes(one.name)) {
      differences.push(one.name + ": mingo does not end");
      continue;
    }
    try {
      if (one.error) wanted = "an error";
      else if (kind !== "expression") wanted = texts(plain(one.results), one.ordered);
      else wanted = texts([one.missing ? {} : { r: plain(one.result) }], true);
      actual = texts(run(documents, pipeline, one.collections), one.ordered !== false);
    } catch (e) {
      if (e instanceof RangeError && e.message === "type") { apart++; continue; }
      actual = "an error";
    }
    if (actual === wanted) passed++;
    else differences.push(one.name + ": mingo " + actual.slice(0, 80) + ", shardsh " + wanted.slice(0, 80));
  }
  console.log(`${kind}: ${passed} alike, ${apart} with types or writes that mingo has not, ` +
    `${differences.length} different; MongoDB's own results are those of shardsh`);
  differences.forEach((line) => console.log("  " + line.replace(/\n/g, " ")));
}

function live(shardsh) {
  const file = JSON.parse(fs.readFileSync(path.join(__dirname, "pipelines.json"), "utf8"));
  const documents = [];
  for (let i = 0; i < file.documents; i++) {
    documents.push({ _id: i, k: i % 17, g: i % 5 ? i % 5 : null, t: [i % 3, i % 4, i % 3], x: i / 4,
      s: "n" + (i % 9), sub: i % 6 ? { a: i % 6 } : undefined });
  }
  documents.forEach((one) => { if (one.sub === undefined) delete one.sub; });
  const script = `sh.shardCollection("peer.c", {k: 1}); db = db.getSiblingDB("peer");
    db.c.insertMany(${JSON.stringify(documents)});
    sh.splitAt("peer.c", {k: 5}); sh.splitAt("peer.c", {k: 11});
    sh.moveChunk("peer.c", {k: 5}, "s1"); sh.moveChunk("peer.c", {k: 11}, "s2");
    ${JSON.stringify(file.cases.map((one) => one.pipeline))}.map(p => {
      try { return db.c.aggregate(p).toArray() } catch (e) { return "an error" } })`;
  const answers = JSON.parse(execFileSync(shardsh,
    ["--cluster", "empty", "--shards", "3", "--quiet", "--profile", "8.0", "--json=relaxed", "-e", script],
    { encoding: "utf8", maxBuffer: 1 << 26 }));
  let open = 0;
  let alike = 0;
  file.cases.forEach((one, i) => {
    let actual;
    try { actual = texts(run(documents, one.pipeline, { c: documents }), one.ordered); }
    catch (e) { actual = "an error"; }
    const wanted = answers[i] === "an error" ? answers[i] : texts(plain(answers[i]), one.ordered);
    if (actual === wanted) { alike++; return; }
    const verdict = one.right ? (one.right === "neither" ? "both are right: " : one.right + " is right: ") + one.why : "nobody has judged this";
    open += one.right ? 0 : 1;
    console.log(`  ${JSON.stringify(one.pipeline)}\n    ${verdict}\n    mingo   ${actual.slice(0, 160).replace(/\n/g, " ")}` +
      `\n    shardsh ${wanted.slice(0, 160).replace(/\n/g, " ")}`);
  });
  console.log(`live, over three shards: ${alike} of ${file.cases.length} alike, ${open} not judged`);
  return open;
}

KIND.forEach(vectors);
process.exit(live(process.argv[2] || "target/shardsh") ? 1 : 0);
