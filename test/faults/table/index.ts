import type { Faults } from '../fault.js';
import { answersOfAllKinds } from './answers.js';
import { bodies } from './bodies.js';
import { clients } from './clients.js';
import { errors } from './errors.js';
import { files } from './files.js';
import { handlers } from './handlers.js';
import { values } from './values.js';

export const faults: Faults = {
  ...values,
  ...handlers,
  ...errors,
  ...answersOfAllKinds,
  ...bodies,
  ...files,
  ...clients,
};
