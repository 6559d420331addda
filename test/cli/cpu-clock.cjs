'use strict';
// Preloaded into the command by tests of what it does in a given time: its `Date.now` goes by the CPU time of its process and
// of those that it has started, so how busy the machine is makes no difference. Their own clocks are left alone.
const childProcess = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');

/** The kernel counts CPU time in hundredths of a second. */
const TICK = 10;
const begin = Date.now();
/** By process: the milliseconds that were seen last. */
const spent = new Map();

// Those that it starts are not to load this.
delete process.env.NODE_OPTIONS;

const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  spent.set(child.pid, 0);
  return child;
};
require('node:module').syncBuiltinESMExports();

// Where there is no /proc the real clock has to do.
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
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    spent.set(pid, TICK * (Number(fields[11]) + Number(fields[12])));
  } catch {
    // It has ended.
  }
  return spent.get(pid);
}
