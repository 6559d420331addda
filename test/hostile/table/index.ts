import type { Attacks } from '../attack.js';
import { bodies } from './bodies.js';
import { files } from './files.js';
import { handlers } from './handlers.js';
import { layers } from './layers.js';
import { lines } from './lines.js';
import { missing } from './missing.js';
import { observers } from './observers.js';
import { patches } from './patches.js';
import { responses } from './responses.js';
import { servers } from './servers.js';
import { stacks } from './stacks.js';

export const attacks: Attacks = {
  ...bodies,
  ...servers,
  ...layers,
  ...stacks,
  ...responses,
  ...files,
  ...patches,
  ...handlers,
  ...missing,
  ...lines,
  ...observers,
};
