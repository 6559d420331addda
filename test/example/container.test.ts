import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseAllDocuments } from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** The instructions of a container file, with continued lines joined, and without comments and empty lines. */
function instructions(text: string): { name: string; args: string[] }[] {
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, ...args] = line.trim().split(/\s+/);
      return { name: name!, args };
    });
}

describe('the container of the examples', () => {
  const all = instructions(read('examples/scaling/Dockerfile'));
  const named = (name: string): string[][] =>
    all.filter((instruction) => instruction.name === name).map(({ args }) => args);

  it('uses existing images, stages and files', () => {
    const known = new Set('FROM ENV WORKDIR COPY RUN USER EXPOSE CMD'.split(' '));
    assert.deepEqual(
      all.filter(({ name }) => !known.has(name)),
      [],
    );
    const stages = named('FROM').map((args) => args[2]);
    for (const args of named('COPY')) {
      const from = /^--from=(\w+)$/.exec(args[0]!)?.[1];
      if (from) assert.ok(stages.includes(from), from);
      else for (const source of args.slice(0, -1)) assert.ok(existsSync(new URL(source, root)), source);
    }
  });

  it('copies every file that the server imports, and forwards signals', () => {
    const copied = named('COPY').flatMap((args) => args.slice(0, -1));
    const pending = ['server.js'];
    for (const file of pending) {
      assert.ok(copied.includes(`examples/scaling/${file}`), file);
      pending.push(
        ...[...read(`examples/scaling/${file}`).matchAll(/'\.\/([\w-]+\.js)'/g)].map(([, name]) => name!),
      );
    }
    assert.deepEqual(JSON.parse(named('CMD')[0]!.join(' ')), ['node', 'server.js']);
  });

  it('installs the built package', () => {
    const { version } = JSON.parse(read('package.json'));
    assert.ok(named('COPY').some((args) => args[1] === `/maglev/maglev-${version}.tgz`));
  });
});

describe('the Kubernetes manifest of the examples', () => {
  const documents = parseAllDocuments(read('examples/scaling/kubernetes.yaml'), { strict: true });
  const [deployment, service]: any[] = documents.map((document) => document.toJS());
  const { metadata, spec } = deployment.spec.template;
  const [container] = spec.containers;

  it('is a deployment and its service, which select the same pods', () => {
    assert.deepEqual(
      documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]),
      [],
    );
    assert.deepEqual(
      [deployment, service].map(({ apiVersion, kind }) => [apiVersion, kind]),
      [
        ['apps/v1', 'Deployment'],
        ['v1', 'Service'],
      ],
    );
    assert.deepEqual(deployment.spec.selector.matchLabels, metadata.labels);
    assert.deepEqual(service.spec.selector, metadata.labels);
  });

  it('gives the server enough time to shut down', () => {
    const timeout = /timeout: ([\d_]+)/.exec(read('examples/scaling/server.js'))![1]!.replaceAll('_', '');
    const wait = Number(container.lifecycle.preStop.exec.command[1]);
    assert.ok(spec.terminationGracePeriodSeconds > wait + Number(timeout) / 1000);
    assert.equal(deployment.spec.strategy.rollingUpdate.maxUnavailable, 0);
  });

  it('probes a path that the application serves, on its port', () => {
    const [port] = container.ports;
    assert.equal(String(port.containerPort), container.env.find(({ name }: any) => name === 'PORT').value);
    assert.equal(service.spec.ports[0].targetPort, port.name);
    for (const { httpGet } of [container.readinessProbe, container.livenessProbe]) {
      assert.equal(httpGet.port, port.name);
      assert.ok(read('examples/scaling/app.js').includes(`app.get('${httpGet.path}'`));
    }
  });
});
