import type { ASTNode } from '@marcbachmann/cel-js'
import type { VarType } from '../../document.ts'
import type { MacroName, TimeKind, Tree } from '../../eval/tree.ts'

/** Something in an expression that cannot be. `at` is the part of the text it stands in. */
export class Refusal extends Error {
  readonly code: 'expr_forbidden' | 'expr_type' | 'var_unknown' | 'name_unknown'
  readonly at: { start: number; end: number }
  readonly subject: string
  constructor(code: Refusal['code'], message: string, { start, end }: { start: number; end: number }, subject = '') {
    super(message)
    this.code = code
    this.at = { start, end }
    this.subject = subject
  }
}

export type Known = { types: ReadonlyMap<string, VarType>; forEach: boolean }

const calls = new Set(
  'size int double string timestamp duration date addDays addBusinessDays daysBetween businessDaysBetween weekday round sum min max like'.split(
    ' ',
  ),
)
const methods = new Set('size contains startsWith endsWith lowerAscii upperAscii trim orValue'.split(' '))
const macros = new Set<MacroName>(['exists', 'all', 'exists_one', 'filter', 'map'])
const names = new Set(['now', 'today', 'rounds', 'instance'])
const instead: Record<string, string> = {
  matches: 'like(text, "*.pdf")',
  split: 'contains',
  join: 'a template {{ }}',
  type: 'has(vars.x)',
  getDate: 'daysBetween',
  getDayOfWeek: 'weekday(d)',
  secret: "{{ secret('name') }} on its own, in the address, headers, or body of an HTTP request",
}

const isMacro = (name: string): name is MacroName => [...macros].some((one) => one === name)

const mostNodes = 200
const deepest = 20
const deepestMacro = 2

/** Turns a parsed expression into the tree that flow evaluates; what is not listed here is refused. */
export class Translation {
  readonly #known: Known
  readonly #bound: string[] = []
  #nodes = 0
  #depth = 0

  constructor(known: Known) {
    this.#known = known
  }

  of(node: ASTNode): Tree {
    this.#nodes += 1
    this.#depth += 1
    if (this.#nodes > mostNodes)
      throw new Refusal('expr_forbidden', 'This expression is too long. Split it with a variable or a condition.', node)
    if (this.#depth > deepest) throw new Refusal('expr_forbidden', 'This expression is nested too deeply.', node)
    const tree = this.#translate(node)
    this.#depth -= 1
    return tree
  }

  #translate(node: ASTNode): Tree {
    switch (node.op) {
      case 'value':
        return this.#literal(node)
      case 'id':
        return this.#name(node, node.args)
      case '.':
        return this.#variable(node, node.args[0], node.args[1], 'var') ?? ['.', this.of(node.args[0]), node.args[1]]
      case '.?':
        return this.#variable(node, node.args[0], node.args[1], 'var?') ?? ['.?', this.of(node.args[0]), node.args[1]]
      case '[]':
        return ['at', this.of(node.args[0]), this.of(node.args[1])]
      case 'list':
        return ['list', ...node.args.map((one) => this.of(one))]
      case '?:':
        return ['if', this.of(node.args[0]), this.of(node.args[1]), this.of(node.args[2])]
      case '&&':
        return ['and', this.of(node.args[0]), this.of(node.args[1])]
      case '||':
        return ['or', this.of(node.args[0]), this.of(node.args[1])]
      case '!_':
        return ['not', this.of(node.args)]
      case '-_':
        return ['neg', this.of(node.args)]
      case 'call':
        return this.#call(node, node.args[0], node.args[1])
      case 'rcall':
        return this.#method(node, node.args[0], node.args[1], node.args[2])
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '+':
      case '-':
      case '*':
      case '/':
      case 'in':
        return ['op', node.op, this.of(node.args[0]), this.of(node.args[1])]
      case '%':
      case '[?]':
      case 'map':
        break
    }
    return forbidden(node)
  }

  #literal(node: ASTNode & { op: 'value' }): Tree {
    const value = node.args
    if (typeof value === 'bigint') return ['int', String(value)]
    if (typeof value === 'object' && value !== null)
      throw new Refusal('expr_forbidden', 'Bytes and unsigned numbers aren’t supported.', node)
    return ['lit', value]
  }

  #name(node: ASTNode, name: string): Tree {
    if (this.#bound.includes(name) || names.has(name)) return ['name', name]
    if (name === 'vars') throw new Refusal('expr_forbidden', 'Use vars and a name, such as vars.amount.', node)
    if (name !== 'item' && name !== 'index')
      throw new Refusal(
        'name_unknown',
        `"${name}" is not known here. Variables are written vars.name, texts in quotes.`,
        node,
        name,
      )
    if (!this.#known.forEach)
      throw new Refusal('expr_type', `"${name}" is known only where a step runs for each entry of a list.`, node)
    return ['name', name]
  }

  #variable(node: ASTNode, of: ASTNode, name: string, kind: 'var' | 'var?'): Tree | undefined {
    if (of.op !== 'id' || of.args !== 'vars' || this.#bound.includes('vars')) return undefined
    const type = this.#known.types.get(name)
    if (type === undefined) throw new Refusal('var_unknown', `No step sets the variable "${name}".`, node, name)
    const time = timeKind(type)
    return time ? [kind, name, time] : [kind, name]
  }

  #call(node: ASTNode, name: string, args: ASTNode[]): Tree {
    if (name === 'has') return this.#has(node, args[0])
    if (!calls.has(name)) throw unlisted(name, node)
    return ['call', name, ...args.map((one) => this.of(one))]
  }

  #has(node: ASTNode, subject: ASTNode | undefined): Tree {
    if (subject?.op !== '.') throw new Refusal('expr_forbidden', 'has() asks for a variable: has(vars.amount).', node)
    const [of, name] = subject.args
    const variable = this.#variable(subject, of, name, 'var')
    return variable ? ['set', name] : ['has', this.of(of), name]
  }

  #method(node: ASTNode, name: string, receiver: ASTNode, args: ASTNode[]): Tree {
    if (isMacro(name)) return this.#macro(node, name, receiver, args)
    if (!methods.has(name)) throw unlisted(name, node)
    return ['call', name, this.of(receiver), ...args.map((one) => this.of(one))]
  }

  #macro(node: ASTNode, name: MacroName, receiver: ASTNode, args: ASTNode[]): Tree {
    const [variable, test, result] = args
    if (variable?.op !== 'id' || !test) return forbidden(node)
    const over = this.of(receiver)
    if (this.#bound.length >= deepestMacro)
      throw new Refusal(
        'expr_forbidden',
        `At most ${deepestMacro} of exists, all, filter and map may stand inside one another.`,
        node,
      )
    this.#bound.push(variable.args)
    const tested = this.of(test)
    const tree: Tree = result
      ? ['each', name, over, variable.args, tested, this.of(result)]
      : ['each', name, over, variable.args, tested]
    this.#bound.pop()
    return tree
  }
}

function timeKind(type: VarType): TimeKind | undefined {
  return type === 'date' || type === 'datetime' ? type : undefined
}

function forbidden(node: ASTNode): never {
  throw new Refusal('expr_forbidden', `"${node.op}" is not used here.`, node)
}

function unlisted(name: string, node: ASTNode): Refusal {
  const other = Object.hasOwn(instead, name) ? instead[name] : undefined
  return new Refusal('expr_forbidden', `There’s no "${name}" here.${other ? ` Use ${other}.` : ''}`, node, name)
}
