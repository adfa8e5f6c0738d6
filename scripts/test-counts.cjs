'use strict';

// node scripts/test-counts.cjs FILE: prints `N passed, N failed` from jest's JSON result in FILE.
// Exits 1 unless tests ran, all of them, and all passed: a run that tested nothing is no proof of anything.

const { readFileSync } = require('node:fs');

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`no result of the tests: ${error.message}`);
    return {};
  }
}

const result = read(process.argv[2]);
const passed = result.numPassedTests ?? 0;
// A test file that cannot be loaded counts as one failed test; jest counts its tests nowhere.
const failed = (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0);
const leftOut = (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0);

if (leftOut > 0) console.error(`${leftOut} tests were left out: a test runs, or it is deleted.`);
if (passed + failed === 0) console.error('no test ran');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = result.success === true && passed > 0 && failed === 0 && leftOut === 0 ? 0 : 1;
