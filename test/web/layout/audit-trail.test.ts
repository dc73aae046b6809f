// The words of the audit trail that are stored in English.
import { type ComponentType, createElement, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Language } from '../../../src/browser/shared/language.ts';
import type { AuditEntry } from '../../../src/store/audit.ts';
import { AuditTrail, type TrailPart } from '../../../src/web/layout/audit-trail.tsx';
import { inLanguage, pageLanguage } from '../../../src/web/layout/words.tsx';

function shown(language: Language, action: AuditEntry['action'], subject: string): string {
  const entries = [{ id: 1, at: 0, userName: 'Ana', action, subject, place: null }];
  const trail = { entries, older: null, isLater: false, hasWhereColumn: false, address: '/' };
  return renderToString(
    inLanguage(pageLanguage(language, '/'), createElement(AuditTrail as ComponentType<TrailPart>, trail) as VNode),
  );
}

test('the role of an invitation is in the language of the page, and a name stays as it is', () => {
  expect(shown('de', 'invitation_made', 'Zoë Owner, Organizer')).toContain('Zoë Owner, Veranstalter eingeladen');
  expect(shown('fr', 'invitation_withdrawn', 'zoe@example.org, Moderator')).toContain('zoe@example.org, modérateur');
  expect(shown('ar', 'invitation_accepted', 'Zoë, Owner')).toContain('Zoë, مالك');
  expect(shown('de', 'invitation_made', 'Silva, Ana')).toContain('Silva, Ana eingeladen');
});

test('a changed club and changed line-ups are in the language of the page', () => {
  expect(shown('de', 'row_changed', 'club Riverside FC')).toContain('hat geändert: Verein Riverside FC');
  expect(shown('es', 'row_changed', 'match 7, line-up of home')).toContain('cambió: partido 7, alineación (local)');
  expect(shown('pt', 'row_changed', 'match 7, line-up of home and away')).toContain('jogo 7, constituições');
  expect(shown('en', 'row_changed', 'game A, line-up of stars')).toContain('game A, line-up of stars');
});
