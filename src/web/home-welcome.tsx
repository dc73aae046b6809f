// The first page for visitors: what Touchline is, three pictures of it, and how to start.
import { EXAMPLE_ADDRESS } from './docs/routes.ts';
import { PICTURES } from './own-pictures.ts';
import { Notice } from './layout/notice.tsx';
import { Fill, useWords } from './layout/words.tsx';

function FirstStep() {
  const words = useWords().home;
  const parts = {
    file: <a href={EXAMPLE_ADDRESS}>{words.emptyFile}</a>,
    start: <code>npm start -- --data club.json</code>,
    password: <code>npm run set-password -- ana@example.org</code>,
  };
  return (
    <Notice kind="note" title={words.empty}>
      <p>
        <Fill text={words.emptyAdvice} parts={parts} />
      </p>
    </Notice>
  );
}

/** `isEmpty`: the server has no data yet. */
export function Welcome({ isEmpty }: { readonly isEmpty: boolean }) {
  const { home: words, signIn } = useWords();
  return (
    <>
      {isEmpty && <FirstStep />}
      <p>{words.welcome}</p>
      <div class="actions">
        <a class="button" href="/sign-in">
          {signIn.title}
        </a>
        <a class="button quiet" href="/console">
          {words.score}
        </a>
      </div>
      <h2>{words.whatFor}</h2>
      <ul class="cards">
        {(['console', 'screen', 'overlay'] as const).map((part) => (
          <li key={part}>
            <img src={PICTURES[part]} alt={words.pictures[part]} width={640} height={360} loading="lazy" />
            <p>
              <Fill text={words[part]} parts={{ name: <b>{words[`${part}Name`]}</b> }} />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Fill text={words.api} parts={{ name: <b>{words.apiName}</b> }} />
      </p>
      <h2>{words.start}</h2>
      <ol>
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h2>{words.developers}</h2>
      <ul>
        <li>
          <Fill text={words.guide} parts={{ link: <a href="/api/docs">{words.guideLink}</a> }} />
        </li>
        <li>
          <a href="/api/docs/interactive">{words.tryIt}</a>
        </li>
        <li>
          <Fill
            text={words.assistants}
            parts={{
              link: <a href="/api/docs/ai">{words.assistantsLink}</a>,
              openapi: <a href="/api/openapi.json">OpenAPI</a>,
              asyncapi: <a href="/api/asyncapi.json">AsyncAPI</a>,
            }}
          />
        </li>
      </ul>
    </>
  );
}
