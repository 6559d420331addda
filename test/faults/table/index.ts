import type { Faults } from '../fault.js';
import { bodies } from './bodies.js';
import { clients } from './clients.js';
import { errors } from './errors.js';
import { files } from './files.js';
import { handlers } from './handlers.js';
import { invalidResponses } from './responses.js';
import { values } from './values.js';

export const faults: Faults = {
  ...values,
  ...handlers,
  ...errors,
  ...invalidResponses,
  ...bodies,
  ...files,
  ...clients,
};
