import { expect, test } from 'vitest'
import { migrationProblemsOf, takenIndexes } from './migrations.ts'

const found = (source: string) => migrationProblemsOf('0019-new.sql', source)

test.each([
  ['builds an index', 'create index tasks_team on tasks (tenant_id, team_id);'],
  ['builds an index', 'create unique index if not exists a on only tasks (id);'],
  ['adds a column that is not null without a default', 'alter table tasks add column more text not null;'],
  ['adds a column whose default is not a constant', 'alter table tasks add more uuid not null default uuidv7();'],
  [
    'adds a column that is computed',
    'alter table tasks add column a text, add column b text generated always as (f(a, 1)) stored;',
  ],
  ['changes the type of a column', 'alter table tasks alter column number type bigint;'],
  ['sets a column not null', 'alter table tasks alter number set not null;'],
  ['builds the index of a constraint', 'alter table tasks add constraint u unique (a, b);'],
  ['adds a constraint that is not `not valid`', `alter table tasks add constraint c check (a in ('b', 'c'));`],
  ['changes rows in one transaction', 'update tasks set number = 1;'],
])('%s: refused for a table that may have rows', (what, source) => {
  expect(found(source)).toEqual([
    `server/migrations/0019-new.sql ${what}: tasks may have many rows (CONTRIBUTING, "A table")`,
  ])
})

test('what is done to a table of the same file, or in no time, is let through', () => {
  expect(
    found(`create table more (id int);
      create index more_id on more (id);
      -- create index tasks_team on tasks (team_id);
      alter table tasks add column a text not null default 'x, y', add column b int default 0, drop column c,
        add column d int generated always as (b + 1) virtual;
      alter table tasks add constraint c check (a <> '') not valid, add constraint u unique using index tasks_u;
      create function f() returns void language sql as $$ update tasks set a = 'x'; $$;`),
  ).toEqual([])
})

test('a file says which table has few rows for ever', () => {
  const source = 'create index plans_name on plans (name);'
  expect(found(source)).toHaveLength(1)
  expect(found(`-- few rows in plans: one for each price.\n${source}`)).toEqual([])
})

test('files that run outside a transaction are judged by the runner, and files applied before are left alone', () => {
  expect(found('--! online\ncreate index concurrently tasks_team on tasks (team_id);')).toEqual([])
  expect(migrationProblemsOf('0018-old.sql', 'create index tasks_team on tasks (team_id);')).toEqual([])
})

test('an index has a name of its own, unless the one before it was dropped', () => {
  const index = 'create index concurrently tasks_team on tasks (team_id);'
  const taken = (source: string) =>
    takenIndexes([
      ['0001-a.sql', 'create index tasks_team on tasks (id);'],
      ['0099-b.sql', source],
    ])
  expect(taken(index)).toHaveLength(1)
  expect(taken(`drop index tasks_team;\n${index}`)).toEqual([])
})
