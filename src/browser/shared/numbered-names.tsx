// Players with their numbers in one line. Each name is isolated: the number after an Arabic name would else be drawn beside
// the name before it.
import { Fragment } from 'preact';
import type { FactsPlayer } from '../../../protocol/rest/facts.ts';

type NumberedNamesProps = {
  readonly players: readonly FactsPlayer[];
  /** Between two players. */
  readonly between: string;
  readonly nameOf?: (name: string) => string;
};

/** `12 Ana Silva, 13 Rui Costa` */
export const NumberedNames = ({ players, between, nameOf = (name) => name }: NumberedNamesProps) =>
  players.map(({ number, name }, index) => (
    <Fragment key={`${number ?? ''} ${name}`}>
      {index > 0 && between}
      {number !== null && `${number}\u00a0`}
      <bdi>{nameOf(name)}</bdi>
    </Fragment>
  ));
