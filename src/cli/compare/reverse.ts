// Preloaded on the side of Express: an application that already uses maglev gets Express instead.
import { readReversePlan } from '../../register/plan.js';
import { redirect } from '../../register/redirect.js';
import type { Installed } from './side.js';

const { folder, version }: Installed = JSON.parse(process.env.MAGLEV_COMPARE!);
delete process.env.MAGLEV_COMPARE;
redirect(readReversePlan(folder, version.split('.')[0]!));
