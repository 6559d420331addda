// Runs in the page, after the other scripts.

import { elementOf } from './elements.js';
import { setUpSearch } from './search.js';
import { showTable } from './table.js';
import { showTree } from './tree.js';

showTable();
showTree();
setUpSearch();
setUpTabs(['table', 'tree']);

/** Selected by click, and by the arrow keys. */
function setUpTabs(names: readonly string[]): void {
  const tabs = names.map((name) => elementOf(`${name}-tab`));
  const choose = (chosen: number) => {
    names.forEach((name, i) => {
      tabs[i]!.setAttribute('aria-selected', String(i === chosen));
      tabs[i]!.setAttribute('tabindex', i === chosen ? '0' : '-1');
      elementOf(`${name}-panel`).hidden = i !== chosen;
    });
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => choose(i));
    tab.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      const next = (i + 1) % tabs.length;
      choose(next);
      tabs[next]!.focus();
    });
  });
}
