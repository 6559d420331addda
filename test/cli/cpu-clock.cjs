'use strict';
// Preloaded into the command by tests of what it does in a given time. Its `Date.now` counts the CPU time of its process and of
// its child processes, so the load of the machine does not matter. The clocks of the child processes are not changed.
const childProcess = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');

/** The kernel counts CPU time in hundredths of a second. */
const TICK = 10;
const begin = Date.now();
/** By process: its last known CPU time in milliseconds. */
const spent = new Map();

// Child processes must not load this.
delete process.env.NODE_OPTIONS;

const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  spent.set(child.pid, 0);
  return child;
};
require('node:module').syncBuiltinESMExports();

// Without /proc, use the real clock.
if (existsSync('/proc/self/stat')) {
  Date.now = () => {
    const { user, system } = process.cpuUsage();
    let sum = (user + system) / 1000;
    for (const pid of spent.keys()) sum += timeOf(pid);
    return Math.round(begin + sum);
  };
}

function timeOf(pid) {
  try {
    // The program name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    spent.set(pid, TICK * (Number(fields[11]) + Number(fields[12])));
  } catch {
    // The process has ended.
  }
  return spent.get(pid);
}
