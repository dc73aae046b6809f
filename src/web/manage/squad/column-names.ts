// The words by which a table names its columns and values, in the languages of the pages and as clubs write them.
import type { SquadRole } from '../../../store/squad.ts';

/** What a column of a squad table is about. First and last name make up the name. */
const NAME_COLUMNS = ['name', 'first_name', 'last_name'] as const;
const COLUMNS = [...NAME_COLUMNS, 'number', 'position', 'kind', 'role', 'team', 'captain'] as const;
export type Column = (typeof COLUMNS)[number];
export const isNameColumn = (column: Column): column is (typeof NAME_COLUMNS)[number] =>
  NAME_COLUMNS.some((known) => known === column);
export type Position = 'goalkeeper' | 'defender' | 'midfielder' | 'forward';
export type SquadKind = 'member' | 'junior';

/** Words of all languages for each meaning, without regard to accents. */
type Synonyms<Meaning extends string> = Readonly<Record<Meaning, string>>;

const COLUMN_NAMES: Synonyms<Column> = {
  name:
    'name, full name, player, player name, member, spieler, spielerin, mitglied, ganzer name, vollstandiger name, nombre completo, ' +
    'jugador, jugadora, jugador a, miembro, nom complet, joueur, joueuse, membre, nome, nome completo, jogador, jogadora, membro, ' +
    'socio, atleta, الاسم, اسم, الاسم الكامل, اللاعب, العضو, names, namen, spielername',
  first_name:
    'first name, firstname, given name, forename, vorname, nombre, nombres, nombre de pila, prenom, primeiro nome, nome proprio, الاسم الاول',
  last_name:
    'last name, lastname, surname, family name, nachname, familienname, zuname, apellido, apellidos, nom, nom de famille, ' +
    'apelido, apelidos, sobrenome, ultimo nome, اسم العائلة, اللقب, الكنية',
  number:
    'number, no, nr, num, n, n o, shirt, shirt number, shirt no, jersey, jersey number, jersey no, kit number, squad number, nummer, ' +
    'ruckennummer, trikotnummer, trikot nr, trikot, rucken nr, ruckennr, trikotnr, numero, dorsal, numero de camiseta, camiseta, numero de maillot, maillot, ' +
    'dossard, numero da camisola, camisola, camisa, numero da camisa, الرقم, رقم, رقم القميص',
  position: 'position, pos, posicion, demarcacion, poste, posicao, spielposition, المركز, مركز',
  kind:
    'type, kind, junior, juniors, youth, child, kid, art, typ, jugend, jugendlich, jugendliche, kind ja nein, tipo, juvenil, menor, ' +
    'categoria, genre, jeune, jeunes, categorie, mineur, jovem, النوع, ناشئ, ناشئون, الفئة, member or junior',
  role: 'role, rolle, funktion, function, rol, funcion, cargo, fonction, papel, funcao, الدور, دور, الصفة',
  team: 'team, team name, mannschaft, teamname, equipo, equipe, equipa, time, الفريق, فريق',
  captain:
    'captain, c, skipper, kapitan, kapitanin, spielfuhrer, spielfuhrerin, capitan, capitana, capitaine, capitao, capita, القائد, قائد, الكابتن',
};

const POSITION_NAMES: Synonyms<Position> = {
  goalkeeper:
    'goalkeeper, keeper, goalie, gk, g, tw, torwart, torhuter, torhuterin, torfrau, tor, portero, portera, por, po, pt, arquero, guardameta, ' +
    'gardien, gardienne, gardien de but, gb, guarda redes, goleiro, gr, حارس مرمى, حارس',
  defender:
    'defender, sweeper, libero, defence, defense, back, d, df, def, cb, lb, rb, verteidiger, verteidigerin, abwehr, abw, iv, lv, rv, av, ' +
    'defensa, central, lateral, defenseur, defenseuse, arriere, defesa, zagueiro, مدافع, الدفاع',
  midfielder:
    'midfielder, midfield, m, mf, mid, cm, dm, am, mittelfeld, mittelfeldspieler, mittelfeldspielerin, mit, zm, zdm, zom, om, lm, rm, ' +
    'centrocampista, mediocampista, medio, volante, mc, milieu, milieu de terrain, mil, medio centro, meio campista, meio campo, medio campo, لاعب وسط, وسط',
  forward:
    'forward, striker, attacker, winger, f, fw, fwd, st, cf, lw, rw, sturmer, sturmerin, sturm, angreifer, angriff, ms, la, ra, ' +
    'delantero, delantera, del, atacante, extremo, attaquant, attaquante, avant, att, bu, avancado, avancada, av centro, ponta, مهاجم, هجوم',
};

const KIND_NAMES: Synonyms<SquadKind> = {
  junior:
    'junior, juniors, youth, child, kid, yes, y, x, 1, true, jugend, jugendlicher, jugendliche, kind, ja, j, si, juvenil, nino, nina, menor, oui, o, ' +
    'jeune, enfant, mineur, sim, s, jovem, crianca, ناشئ, طفل, نعم',
  member:
    'member, adult, senior, no, n, 0, false, mitglied, erwachsener, erwachsene, erwachsen, nein, miembro, adulto, adulta, socio, socia, non, ' +
    'membre, adulte, nao, membro, عضو, بالغ, لا',
};

const ROLE_NAMES: Synonyms<SquadRole> = {
  Owner:
    'owner, inhaber, inhaberin, besitzer, eigentumer, propietario, propietaria, dueno, proprietaire, proprietario, proprietaria, dono, dona, مالك',
  Moderator: 'moderator, moderatorin, staff, moderador, moderadora, moderateur, moderatrice, مشرف',
  Member:
    'member, player, mitglied, spieler, spielerin, miembro, jugador, jugadora, membre, joueur, joueuse, membro, jogador, jogadora, socio, عضو, لاعب',
};

const ANSWER_NAMES: Synonyms<'yes' | 'no'> = {
  yes: 'yes, y, x, 1, true, c, captain, ja, j, kapitan, kapitanin, si, s, capitan, capitana, oui, o, capitaine, sim, capitao, capita, نعم, قائد',
  no: 'no, n, 0, false, nein, non, nao, لا',
};

const MARKS = /\p{M}/gu;
const OTHERS = /[^\p{L}\p{N}]+/gu;
/** Longer texts are not looked up. */
const WORD_MAX = 60;

/** The letters and digits of a text in lower case, without accents: `N.º da camisola` is `n o da camisola`. */
const plain = (text: string): string =>
  text.slice(0, WORD_MAX).normalize('NFKD').replace(MARKS, '').toLowerCase().replace(OTHERS, ' ').trim();

const byWord = <Meaning extends string>(names: Synonyms<Meaning>): ReadonlyMap<string, Meaning> =>
  new Map(
    (Object.entries(names) as [Meaning, string][]).flatMap(([meaning, words]) =>
      words.split(', ').map((word): [string, Meaning] => [plain(word), meaning]),
    ),
  );

const columns = byWord(COLUMN_NAMES);
const positions = byWord(POSITION_NAMES);
const kinds = byWord(KIND_NAMES);
const roles = byWord(ROLE_NAMES);
const answers = byWord(ANSWER_NAMES);

/** Each is null for a text that names none. */
export const columnOf = (head: string): Column | null => columns.get(plain(head)) ?? null;
export const positionOf = (text: string): Position | null => positions.get(plain(text)) ?? null;
export const kindOf = (text: string): SquadKind | null => kinds.get(plain(text)) ?? null;
export const roleOf = (text: string): SquadRole | null => roles.get(plain(text)) ?? null;
/** The answer to a question such as whether a player is the captain. */
export function yesOrNo(text: string): boolean | null {
  const answer = answers.get(plain(text));
  return answer === undefined ? null : answer === 'yes';
}
