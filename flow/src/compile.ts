export { type Known, type KnownTool, type KnownWorkflow, knownTool } from './compile/analysis.ts'
export { canonical } from './compile/canonical.ts'
export type { Checked, Wanted } from './compile/cel/expression.ts'
export { needsStarter, starterSteps } from './compile/check/people.ts'
export {
  type SecretLiteral,
  secretLiterals,
  secretNameFor,
  secretReference,
  secretsNamedIn,
} from './compile/check/secrets.ts'
export { namedIn } from './compile/check/unknown-assignees.ts'
export { type Compiled, compile } from './compile/compiled.ts'
export { type Link, linksOf } from './compile/links.ts'
export { type Outcome, outcomesOf } from './compile/outcomes.ts'
export type { ParseProblem } from './compile/parse/reader.ts'
export { type Parsed, parse, print } from './compile/parse.ts'
export type { Patch, Problem, Repair } from './compile/problem.ts'
export { type Reading, readingsOf } from './compile/readings.ts'
export { type TargetList, targetLists } from './compile/references.ts'
export { repair } from './compile/repair.ts'
export { type ReadTemplates, readTemplates } from './compile/templates-of.ts'
export { validate } from './compile/validate.ts'
export { bringsWrites, declaredBy, variableOf, variableShape, type Write, writesOf } from './compile/variables.ts'
export { coveredBy, type KnownVariable, knownAt, readExpression, usualReturn } from './compile/variables-at-step.ts'
export { type Change, type ChangeClass, type Diff, diff, retyped } from './diff/diff.ts'
export type { Exprs, StepExprs } from './exprs.ts'
export { type Conflict, type Merged, merge, type Side } from './merge/merge.ts'
export { type Mapping, type Migrated, migrate, type Refused } from './migrate/migrate.ts'
export { type Move, type Played, play } from './simulate/play.ts'
export { sampleForm, sampleOutput, sampleVariables } from './simulate/samples.ts'
export type { Answer, Awaited, Script, SimulateOptions, Simulation, Turn } from './simulate/script.ts'
export { type Simulated, simulate } from './simulate/simulate.ts'
