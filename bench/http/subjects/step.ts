/** The scenario "parameter", served with more and more parts of maglev, for `npm run bench:micro -- live`. */
import type { Framework, Handler } from '../../framework.js';
import { loadFile } from '../../peers.js';
import type { Serve } from '../application.js';
import type { Options } from '../subjects.js';
import { createComposed } from '../writers/composed.js';

const PREFIX = '/users/';
const PATH = `${PREFIX}:id`;

export const serve: Serve<Options> = (_application, { step, module, settings = {} }, address) => {
  const framework: Framework = loadFile(module!);
  const app = framework();
  for (const [name, value] of Object.entries(settings)) app.set(name, value);
  if (step === 'middleware') app.use(sendComposed((req) => req.url!.slice(PREFIX.length)));
  else if (step === 'route')
    app.get(
      PATH,
      sendComposed((req) => req.params.id!),
    );
  else app.get(PATH, (req, res) => res.json({ id: req.params.id }));
  return app.listen(address.port, address.host);
};

/** Sends JSON without `res.json`. */
function sendComposed(idOf: (req: Parameters<Handler>[0]) => string): Handler {
  const { json } = createComposed({ isBare: true, setsHeaders: false });
  return (req, res) => json(res as any, 200, JSON.stringify({ id: idOf(req) }));
}
