import { counted } from '../../../../shared/format/count.ts'
import { catalogue } from '../../../../ui/catalogue.ts'

const small = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const count = (n: number) => small[n] ?? String(n)
const several = (n: number, one: string, many: string) => `${count(n)} ${n === 1 ? one : many}`

type Asked = { rule: 'first' | 'all' | number; order: 'at_once' | 'in_order'; asked: number | undefined }

/** What rule and order of an approval come to. `asked` is missing where it is known only when the step opens. */
function approvalSentence({ rule, order, asked }: Asked): string {
  const turn = order === 'in_order' ? ' They are asked one after another, in this order.' : ''
  if (asked === 1) return 'one person is asked and decides.'
  if (rule === 'first')
    return order === 'in_order'
      ? 'the first one asked decides; the others are not asked any more.'
      : 'whoever decides first decides; the others are not asked any more.'
  if (rule === 'all')
    return `${asked === undefined ? 'everybody' : asked === 2 ? 'both' : `all ${count(asked)}`} must approve; one rejection ends it.${turn}`
  const pass = `${several(rule, 'approval passes', 'approvals pass')} it`
  if (asked === undefined) return `${pass}; it ends as soon as that many cannot be reached any more.${turn}`
  const end = Math.max(1, asked - rule + 1)
  const rest = asked - rule
  const others =
    rest === 0 ? '' : rest === 1 ? ' The last person is not asked any more.' : ' The others are not asked any more.'
  return `${pass}; ${several(end, 'rejection ends', 'rejections end')} it.${others}${turn}`
}

export const texts = catalogue({
  tool: {
    title: 'Tool',
    pick: 'Tool',
    choose: 'Choose a tool',
    chooseValue: 'Choose',
    input: 'Give it',
    prompt: 'Prompt',
    promptHint: 'For tools that take an instruction in words.',
    unknownParameter: (name: string) => `${name} (not a parameter of this tool)`,
    notJson: 'This is not JSON yet: it is kept as text.',
    required: (set: number, of: number) => `${set} of ${of} required`,
    output: 'Take back',
    outputNote: 'Results that later steps can read.',
    outputName: (n: number) => `Variable of result ${n}`,
    outputType: (n: number) => `Type of result ${n}`,
    addOutput: 'Add',
    types: { string: 'Text', number: 'Number', boolean: 'Yes or no', json: 'JSON' },
    failure: 'If it fails',
    retryTitle: 'Retries and timeout',
    retryUsual: '3 attempts',
    attempts: 'Attempts',
    first: 'First pause',
    factor: 'Each pause times',
    max: 'Longest pause',
    usual: 'Use the usual',
    custom: 'Set retries',
    usualNote: 'Up to 3 attempts, 10 seconds apart at first, then twice as long each time.',
    timeout: 'Give up an attempt after',
    noTimeout: 'Set a timeout',
    clearTimeout: 'No timeout',
    retrySummary: (attempts: number) => counted(attempts, 'attempt'),
  },

  approval: {
    who: 'Who approves',
    add: 'Add approver',
    find: 'New approver',
    each: (name: string) => `Who of ${name} is asked`,
    anyOf: 'Any one',
    eachOf: 'Each one',
    kinds: { person: 'Person', starter: 'Starter', expr: 'Expression' },
    rule: 'Approved when',
    rules: { first: 'The first decides', all: 'All approve', number: 'A number of them' },
    needed: 'Approvals needed',
    of: (asked: number) => `of ${asked}`,
    neededOf: (rule: number, asked: number | undefined) => (asked === undefined ? String(rule) : `${rule} of ${asked}`),
    asked: 'Asked',
    orders: { at_once: 'At once', in_order: 'In order' },
    reads: approvalSentence,
    self: 'Allow self-approval',
    selfOff: (steps: readonly number[]) =>
      steps.length === 0
        ? 'Off: the starter gets no vote'
        : `Off: the starter and who filled step ${steps.join(', ')} get no vote`,
    selfOn: 'On: the starter and who filled the forms may decide',
    not: 'If not approved',
    usualHint: 'Nearest form before. Answers stay.',
    output: 'Keep the result',
    outputs: { decision: 'Decision in', comment: 'Comment in', decided_by: 'Decided by in' },
    notKept: 'not kept',
  },

  condition: {
    branches: 'Branches',
    add: 'Add branch',
    note: 'Read from the top. The first that is true is taken.',
    name: (n: number) => `Name of branch ${n}`,
    namePlaceholder: (n: number) => `Branch ${n}`,
    branch: (n: number) => `Branch ${n}`,
    else: 'Else',
    known: 'Known here',
    knownNote: 'Variables surely set before this step. Others need a guard.',
    knownNone: 'Nothing is surely set before this step.',
    maybe: 'Perhaps set',
  },

  wait: {
    title: 'Wait',
    for: 'For a time',
    until: 'Until a date',
    forHint: 'From when it is reached',
    untilHint: 'From a variable',
    length: 'Wait for',
    offset: 'Offset',
    direction: 'Unit and direction',
    date: 'Date',
    theDate: 'the date',
    directions: {
      addBusinessDays: (n: number, way: 'before' | 'after') => `${n === 1 ? 'business day' : 'business days'} ${way}`,
      addDays: (n: number, way: 'before' | 'after') => `${n === 1 ? 'day' : 'days'} ${way}`,
    },
    today: 'The day it is reached',
    started: 'Start of the instance',
    due: 'Due date of the instance',
    expression: 'Date',
    readsFor: (time: string) => `continues ${time} after it is reached.`,
    readsWorking: (time: string) => `continues as the working day begins, ${time} after it is reached.`,
    readsUntil: 'continues on',
    past: 'A date in the past continues at once.',
    asText: 'Write as CEL',
    asRows: 'Build with fields',
  },

  sub: {
    runs: 'Runs',
    pick: 'Workflow',
    choose: 'Find a workflow',
    change: 'Change',
    cancel: 'Keep',
    pickFailed: 'That workflow could not be read. Try again.',
    current: (prefix: string, version: number | null) =>
      version === null ? `${prefix} · not published` : `${prefix} · v${version}`,
    open: (name: string) => `Open ${name}`,
    version: 'Version',
    latest: 'Latest at start',
    pin: (version: number) => `Pin v${version}`,
    give: 'Give it',
    noFields: 'It asks for nothing when it starts.',
    unknownFields: 'What it asks for is not known here.',
    required: (set: number, of: number) => `${set} of ${of} required`,
    take: 'Take back',
    add: 'Add',
    takeNote: 'A variable here gets the value that one has there.',
    here: (n: number) => `Variable here ${n}`,
    there: (n: number) => `Variable of the workflow ${n}`,
    notWell: 'If it does not end well',
    extra: (name: string) => `${name} (not asked for)`,
  },
})
