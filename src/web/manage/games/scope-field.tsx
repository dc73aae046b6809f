// Which games a change is for: this one, or also the games of its weekly series that follow (rule MANAGE-15).
import { Choice } from '../../layout/form.tsx';
import { useWords } from '../../layout/words.tsx';

/** Whether the form is also about the games of the series that follow. */
export const isForFollowing = (sent: URLSearchParams): boolean => sent.get('scope') === 'following';

/** `following`: how many later games the series has. */
export function ScopeField({ following, isChosen }: { readonly following: number; readonly isChosen: boolean }) {
  const { scope } = useWords().games;
  return following === 0 ? null : (
    <Choice
      name="scope"
      label={scope.legend}
      hint={scope.hint}
      choices={[
        ['one', scope.only],
        ['following', scope.following(following)],
      ]}
      chosen={isChosen ? 'following' : 'one'}
    />
  );
}
