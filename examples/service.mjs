// A trained model behind HTTP: a JSON object, or a list of them, in; the probability of each class out. No group is needed.
// `node examples/service.mjs runs/loans 8080` serves the model of a run; without arguments it shows itself once.

import { createServer } from 'node:http';
import { columnOfTexts, createTable, FairfrontError } from '@fairfront/core';
import { fit, loadModel } from 'fairfront';

/** The largest request that is read, in characters. */
const LARGEST = 1e6;

export function serve(model, port) {
  const answer = async (request) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) {
      text += piece;
      if (text.length > LARGEST) throw new RangeError('the request is too long');
    }
    const rows = [JSON.parse(text)].flat();
    const probabilities = await model.predict(rows);
    return [...model.decide(probabilities)].map((decided, row) => ({
      [model.target]: model.classes[decided],
      probabilities: Object.fromEntries(
        model.classes.map((name, k) => [name, probabilities[row * model.classes.length + k]]),
      ),
    }));
  };
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).then(
      (said) => [200, said],
      (error) => {
        const isTheirs =
          error instanceof FairfrontError || error instanceof SyntaxError || error instanceof RangeError;
        return isTheirs ? [400, { error: error.message }] : [500, { error: 'something went wrong here' }];
      },
    );
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
  });
  return new Promise((ready) => server.listen(port, '127.0.0.1', () => ready(server)));
}

const [run, port = '8080'] = process.argv.slice(2);
if (run !== undefined) {
  await serve(await loadModel(run), Number(port));
  console.log(`curl -d '{"age": 38}' http://127.0.0.1:${port}/`);
} else {
  const people = Array.from({ length: 1000 }, (_, i) => {
    const income = 20 + ((i * 7919) % 97);
    return {
      sex: i % 3 === 0 ? 'female' : 'male',
      income,
      repaid: income + ((i * 31) % 41) - 20 > 60 ? 'yes' : 'no',
    };
  });
  const texts = (name) =>
    columnOfTexts(
      name,
      people.map((person) => person[name]),
    );
  const income = {
    kind: 'numeric',
    name: 'income',
    values: Float64Array.from(people, (person) => person.income),
  };
  const { model } = await fit(createTable([texts('sex'), income, texts('repaid')]), {
    target: 'repaid',
    groups: 'sex',
    model: 'linear',
  });
  const server = await serve(model, 0);
  const ask = async (body) =>
    (
      await fetch(`http://127.0.0.1:${server.address().port}/`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    ).text();
  process.stdout.write(await ask([{ income: 110 }, { income: null }]));
  process.stdout.write(await ask({ income: 'much' }));
  server.close();
}
