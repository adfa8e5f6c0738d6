// What the benchmarks share: two things in turn, so that a drift of the machine meets both; the median counts.
const { execFileSync } = require('node:child_process');
const { cpus, totalmem } = require('node:os');

function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], min: sorted[0], max: sorted[sorted.length - 1] };
}

/** Both in turn, so that a drift of the machine meets both. */
async function compare(name, ours, peerName, peer, { rounds, limit, limitMs }) {
  const samples = { ours: [], peer: [] };
  await ours();
  await peer();
  for (let round = 0; round < rounds; round += 1) {
    samples.ours.push(await ours());
    samples.peer.push(await peer());
  }
  const [own, other] = [summary(samples.ours), summary(samples.peer)];
  return { name, ours: own, peerName, peer: other, ratio: own.median / other.median, limit, limitMs };
}

function machineLine(rounds) {
  const cpu = `${cpus().length} × ${cpus()[0].model.trim()}`;
  const kernel = execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpu}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${kernel}, Node ${process.version}, ${rounds} rounds`;
}

function printRows(rows) {
  const ms = ({ median, min, max }) => `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
  const limitOf = ({ limit, limitMs }) =>
    limit !== undefined ? `${limit} ×` : limitMs !== undefined ? `${limitMs} ms` : '';
  const cells = [
    ['what', 'ms: median (min–max)', 'beside', 'ms: median (min–max)', 'ratio', 'limit'],
    ...rows.map((row) => [
      row.name,
      ms(row.ours),
      row.peerName,
      ms(row.peer),
      row.ratio.toFixed(2),
      limitOf(row),
    ]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}

/** Names what is over its limit; true if anything is. */
function printExceeded(rows) {
  const exceeded = rows.filter(
    (row) => row.ratio > (row.limit ?? Infinity) || row.ours.median > (row.limitMs ?? Infinity),
  );
  for (const row of exceeded) console.error(`over its limit: ${row.name}`);
  return exceeded.length > 0;
}

module.exports = { compare, machineLine, printExceeded, printRows, summary };
