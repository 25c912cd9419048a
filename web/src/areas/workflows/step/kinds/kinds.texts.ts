import { counted } from '../../../../shared/format/count.ts'
import { capitalized, spelled } from '../../../../shared/format/spelled.ts'
import { catalogue } from '../../../../ui/catalogue.ts'

/** Begins a sentence. */
const several = (n: number, one: string, many: string) => `${capitalized(spelled(n))} ${n === 1 ? one : many}`

type ApprovalTerms = { rule: 'first' | 'all' | number; order: 'at_once' | 'in_order'; asked: number | undefined }

/** The rule and order of an approval in a sentence. `asked` is missing where it is known only when the step opens. */
function approvalSentence({ rule, order, asked }: ApprovalTerms): string {
  const turn = order === 'in_order' ? ' They are asked one after another, in this order.' : ''
  if (asked === 1) return 'One person decides.'
  if (rule === 'first')
    return order === 'in_order'
      ? 'The first person asked decides. The others are no longer asked.'
      : 'The first decision counts. The others are no longer asked.'
  if (rule === 'all')
    return `${asked === undefined ? 'Everyone' : asked === 2 ? 'Both' : `All ${spelled(asked)}`} must approve. One rejection ends it.${turn}`
  const pass = `${several(rule, 'approval passes', 'approvals pass')} it`
  if (asked === undefined) return `${pass}. It ends once that many can’t be reached.${turn}`
  const end = Math.max(1, asked - rule + 1)
  const rest = asked - rule
  const others =
    rest === 0 ? '' : rest === 1 ? ' The last person is no longer asked.' : ' The others are no longer asked.'
  return `${pass}. ${several(end, 'rejection ends', 'rejections end')} it.${others}${turn}`
}

export const texts = catalogue({
  tool: {
    title: 'Tool',
    pick: 'Tool',
    choose: 'Choose a tool',
    connectAnother: 'Connect another tool',
    operation: 'What it does',
    chooseOperation: 'Choose what it does',
    otherOperation: 'Something this tool no longer does',
    connection: 'Connection',
    chooseConnection: 'Choose a connection',
    otherConnection: 'A connection you can’t use',
    chooseValue: 'Choose',
    input: 'Inputs',
    prompt: 'Prompt',
    promptHint: 'For tools that take instructions in plain language.',
    unknownParameter: (name: string) => `${name} (not a parameter of this tool)`,
    notJson: 'This isn’t valid JSON yet. It’s kept as text.',
    required: (set: number, of: number) => `${set} of ${of} required`,
    valuesFrom: 'Values from',
    sampleValues: 'Sample values',
    valuesFailed: 'Values from recent instances couldn’t be loaded. Sample values are shown instead.',
    becomes: 'Becomes',
    empty: 'Empty',
    tooLong: 'Too long to preview',
    noItems: 'No items in this instance',
    missed: (empty: number, of: number, stops: boolean) => {
      const where = of === 1 ? 'Empty in the last instance.' : `Empty in ${empty} of the last ${of} instances.`
      if (!stops) return where
      return `${where} ${empty === 1 ? 'The step would stop.' : 'In at least one of them, the step would stop.'}`
    },
    notComputed: (failed: number, of: number) =>
      of === 1
        ? 'Can’t be computed in the last instance.'
        : `Can’t be computed in ${failed} of the last ${of} instances.`,
    output: 'Results',
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
    factor: 'Multiply each pause by',
    max: 'Longest pause',
    usual: 'Use default',
    custom: 'Set retries',
    usualNote: 'Up to 3 attempts, 10 seconds apart at first, then twice as long each time.',
    timeout: 'Time out each attempt after',
    timeoutNote: 'At most 10 minutes.',
    noTimeout: 'Set a timeout',
    clearTimeout: 'No timeout',
    retrySummary: (attempts: number) => counted(attempts, 'attempt'),
  },

  test: {
    title: 'Test',
    note: 'Makes this call once with sample values, marked as a test. No instance is affected.',
    noteMail: 'Sends the message once with sample values, to you alone.',
    act: 'Test call',
    ask: (method: string, host: string) => `Send ${method} to ${host} for real?`,
    askTool: (what: string, tool: string) => `Run “${what}” with ${tool} for real?`,
    askNote: 'The receiver gets a real request. It’s marked with the header “throughline-test”.',
    confirm: 'Send test',
    answered: (took: string) => `Answered in ${took}`,
    noAnswer: 'The test is still running. Try again in a moment.',
    notSaved: 'The draft isn’t saved yet, so it can’t be tested. Try again.',
    notMade: 'The test call wasn’t made. Try again.',
    sent: 'What was sent',
    got: 'What came back',
  },

  approval: {
    who: 'Who approves',
    add: 'Add approver',
    find: 'New approver',
    each: (name: string) => `Who in ${name} is asked`,
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
        ? 'Off: the starter can’t vote'
        : `Off: the starter and anyone who filled in step ${steps.join(', ')} can’t vote`,
    selfOn: 'On: the starter and those who filled in the forms can vote',
    not: 'If not approved',
    usualHint: 'Goes to the nearest earlier form. Answers are kept.',
    output: 'Save the result',
    outputs: { decision: 'Decision in', comment: 'Comment in', decided_by: 'Decided by in' },
    notKept: 'not saved',
  },

  condition: {
    branches: 'Branches',
    add: 'Add branch',
    note: 'Checked from the top. The first true branch is taken.',
    name: (n: number) => `Name of branch ${n}`,
    namePlaceholder: (n: number) => `Branch ${n}`,
    branch: (n: number) => `Branch ${n}`,
    else: 'Else',
    known: 'Available here',
    knownNote: 'Variables always set before this step. Others need a check.',
    knownNone: 'No variables are always set before this step.',
    maybe: 'Possibly set',
  },

  wait: {
    title: 'Wait',
    for: 'For a time',
    until: 'Until a date',
    forHint: 'From when the step starts',
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
    today: 'The day the step starts',
    started: 'Start of the instance',
    due: 'Due date of the instance',
    expression: 'Date',
    readsFor: (time: string) => `Continues ${time} after the step starts.`,
    readsWorking: (time: string) => `Continues at the start of the business day, ${time} after the step starts.`,
    readsUntil: 'Continues on',
    past: 'If the date has passed, it continues immediately.',
    asText: 'Write as CEL',
    asRows: 'Build with fields',
  },

  sub: {
    runs: 'Runs',
    pick: 'Workflow',
    choose: 'Find a workflow',
    change: 'Change',
    cancel: 'Keep',
    pickFailed: 'That workflow couldn’t be loaded. Try again.',
    current: (prefix: string, version: number | null) =>
      version === null ? `${prefix} · not published` : `${prefix} · v${version}`,
    open: (name: string) => `Open ${name}`,
    version: 'Version',
    latest: 'Latest at start',
    pin: (version: number) => `Pin v${version}`,
    give: 'Inputs',
    noFields: 'It has no start questions.',
    unknownFields: 'Its start questions aren’t known here.',
    required: (set: number, of: number) => `${set} of ${of} required`,
    take: 'Results',
    add: 'Add',
    takeNote: 'Copies a variable of that workflow into one of this workflow.',
    here: (n: number) => `Variable here ${n}`,
    there: (n: number) => `Variable of the workflow ${n}`,
    notWell: 'If it fails or is rejected',
    extra: (name: string) => `${name} (not asked for)`,
  },
})
