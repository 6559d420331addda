/** The folder of a project that contains the replacements of Express and the data for undoing the swap. */
export const HOME = 'maglev-swap';
