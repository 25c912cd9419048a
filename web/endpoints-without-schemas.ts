import type { Plugin } from 'vite'

/** What only the server asks of an endpoint. */
const SERVER_SIDE = new Set(['params', 'query', 'body', 'response', 'summary'])

const ASKED_FOR = /\.(params|query|body|response)\.(safeParse|parse)\(/

interface Node {
  type: string
  start: number
  end: number
}
interface Property extends Node {
  key: { name?: string }
}
interface Call extends Node {
  callee: { name?: string }
  arguments: (Node & { properties?: Property[] })[]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isCall = (node: Node): node is Call => node.type === 'CallExpression'

function* callsIn(node: Node): Generator<Call> {
  if (isCall(node)) yield node
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* callsIn(one)
  }
}

function strip(code: string, tree: Node): string {
  const dropped = [...callsIn(tree)]
    .filter(({ callee }) => callee.name === 'endpoint')
    .flatMap((call) => call.arguments[0]?.properties ?? [])
    .filter(({ key }) => key?.name && SERVER_SIDE.has(key.name))
  return dropped
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

/**
 * A browser needs to know where a call goes; what its content looks like the server checks, on both ways. Without this
 * every shape of every area would be part of the first load.
 */
export function endpointsWithoutSchemas(): Plugin[] {
  const leaveOut: Plugin = {
    name: 'endpoints-without-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/contracts\/src\/.*\.ts$/ },
      handler(code) {
        return { code: strip(code, this.parse(code)), map: null }
      },
    },
  }
  const notAskedFor: Plugin = {
    name: 'endpoints-are-not-asked-for-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: ASKED_FOR },
      handler() {
        this.error('an endpoint has no schemas in the browser: give the shape a name and use that')
      },
    },
  }
  return [leaveOut, notAskedFor]
}
