import { Environment } from '@marcbachmann/cel-js'
import type { VarType } from '../../document.ts'

const time = 'google.protobuf.Timestamp'

const celTypes: Record<VarType, string> = {
  string: 'string',
  number: 'double',
  boolean: 'bool',
  date: time,
  datetime: time,
  person: 'string',
  file: 'list<string>',
  list: 'list<dyn>',
  table: 'list<map<string, dyn>>',
  json: 'dyn',
}

/** The library only checks here; what a function does is known to flow's own evaluator. */
function notRun(): never {
  throw new Error('expressions are evaluated by flow/eval')
}

const signatures = [
  `date(string): ${time}`,
  `addDays(${time}, int): ${time}`,
  `addDays(${time}, double): ${time}`,
  `addBusinessDays(${time}, int): ${time}`,
  `addBusinessDays(${time}, double): ${time}`,
  `daysBetween(${time}, ${time}): int`,
  `businessDaysBetween(${time}, ${time}): int`,
  `weekday(${time}): int`,
  'round(double): double',
  'round(int): double',
  'round(double, int): double',
  'round(int, int): double',
  'sum(list): double',
  'min(list): dyn',
  'max(list): dyn',
  'like(string, string): bool',
  `string(${time}): string`,
]

/** CEL keeps whole numbers and decimals apart; here they can be counted and compared with one another. */
const mixed: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

function plainEnvironment(): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 5000, maxDepth: 120 },
  })
  for (const [left, right] of [
    ['int', 'double'],
    ['double', 'int'],
  ] as const) {
    for (const [name, calculate] of Object.entries(mixed))
      environment.registerOperator(`${left} ${name} ${right}: double`, (a: number | bigint, b: number | bigint) =>
        calculate(Number(a), Number(b)),
      )
  }
  // The other way round is understood.
  environment.registerOperator(
    'int == double: bool',
    (a: number | bigint, b: number | bigint) => Number(a) === Number(b),
  )
  for (const signature of signatures) environment.registerFunction(signature, notRun)
  return environment
    .registerVariable('now', time)
    .registerVariable('today', time)
    .registerVariable('rounds', 'map<string, int>')
    .registerVariable('item', 'dyn')
    .registerVariable('index', 'int')
    .registerVariable({
      name: 'instance',
      schema: { priority: 'string', starter: 'string', started: time, due: time },
    })
}

let plain: Environment | undefined

/** An environment that knows no variables. */
export function withoutVariables(): Environment {
  plain ??= plainEnvironment().clone()
  return plain
}

/** An environment that knows the given variables. */
export function environmentFor(types: ReadonlyMap<string, VarType>): Environment {
  const schema = Object.fromEntries([...types].map(([name, type]) => [name, celTypes[type]]))
  return withoutVariables().clone().registerVariable({ name: 'vars', schema })
}
