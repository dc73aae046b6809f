import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', '.touchline/', 'node_modules/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      'no-empty': 'error',
      'no-console': 'error',
      'no-nested-ternary': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      // Numbers and booleans print the same everywhere; the rule is about objects and null.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => doIt()` reads better than a block around one call that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // With `noUncheckedIndexedAccess` the compiler is not always as sure as the data is; a guard at a border is no fault.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // `T` once in a signature documents what a caller gets back from parsed JSON.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // An interface and a type read alike; `type` is used throughout.
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      // Our objects are records of closures: none of them uses `this`, so each function may be passed on by itself.
      '@typescript-eslint/unbound-method': 'off',
      // There are no enums, and hardly a class: two of the slowest rules for nothing.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A union in a void position is how a handler may or may not be asynchronous.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // `delete record[key]` on a plain record is the clearest way to leave a field out.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // An async function without await keeps a signature that a caller awaits.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Node runs event handlers that return promises; the promise's errors are the rule below's business.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // The command-line tools talk to a person.
    files: ['src/cli/**', 'loadtest/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      // Tests look at JSON from outside; `expect` is what checks it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], rules: { 'no-empty': 'error', eqeqeq: 'error', 'prefer-const': 'error' } },
);
