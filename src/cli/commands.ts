import { bench } from './bench/command.js';
import { check } from './check/command.js';
import type { Command } from './command.js';
import { compare } from './compare/command.js';
import { register } from './register/command.js';
import { routes } from './routes/command.js';
import { swap } from './swap/command.js';

/** The commands, in the order in which the help lists them. */
export const commands: readonly Command[] = [routes, check, compare, swap, register, bench];
