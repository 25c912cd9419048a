const whole = (name: string, prefix: string, steps: Record<string, object>, more: object = {}) => ({
  name,
  prefix,
  type: 'sequential',
  metadata: { version: '1.0', category: 'Operations' },
  start_step: Object.keys(steps)[0] ?? '',
  steps,
  ...more,
})

const form = (id: string, assignee: object, next: string[], more: object = {}) => ({
  [id]: { id, type: 'manual', name: id, next, assignee, fields: [], ...more },
})

const STARTER = { starter: true }

/** One task for each of these people, all at once. */
export const everybodyAtOnce = (people: readonly string[]) => {
  const steps = people.map((person, n) => form(`do${n}`, { person }, []))
  const all = Object.assign({}, ...steps)
  return whole('Everybody', 'ALL', { ...form('go', STARTER, Object.keys(all)), ...all }, { type: 'parallel' })
}

/** The same with an approval, whose files are decided on, beside them. */
export const everybodyAndApproval = (prefix: string, people: readonly string[], approver: string) => {
  const { steps, ...rest } = everybodyAtOnce(people)
  const { go: _, ...all } = steps
  const approve = {
    id: 'approve',
    type: 'approval',
    name: 'Approve',
    next: [],
    approvers: [{ person: approver }],
    rule: 'all',
    order: 'at_once',
  }
  return {
    ...rest,
    name: `Round ${prefix}`,
    prefix,
    steps: { ...form('go', STARTER, [...Object.keys(all), 'approve']), ...all, approve },
  }
}

/** Two people in turns. */
export const inTurns = (prefix: string, pair: readonly [string, string], length: number) => {
  const steps = Array.from({ length }, (_, n) =>
    form(`do${n}`, { person: pair[n % 2] ?? '' }, n === length - 1 ? [] : [`do${n + 1}`]),
  )
  return whole(`Turns ${prefix}`, prefix, Object.assign({}, ...steps))
}

/** A task of the starter for each item. */
export const longList = (items: number) =>
  whole(
    'Long list',
    'LIST',
    form('each', STARTER, [], { each: { list: 'vars.items', order: 'at_once', until: 'all' } }),
    { variables: { items: { type: 'list', default: Array.from({ length: items }, (_, n) => `item ${n}`) } } },
  )
