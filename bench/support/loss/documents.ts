const whole = (name: string, prefix: string, steps: Record<string, object>) => ({
  name,
  prefix,
  type: 'sequential',
  metadata: { version: '1.0', category: 'Operations' },
  start_step: Object.keys(steps)[0] ?? '',
  start_fields: [{ name: 'ticket', type: 'text', label: 'Ticket', required: true, variable: 'ticket' }],
  steps,
})

const form = (id: string, person: string, next: string[]) => ({
  [id]: { id, type: 'manual', name: id, next, assignee: { person }, fields: [] },
})

/** What is not answered is tried again in an hour only: before, nobody but the reconciler asks. */
const call = (url: string, next: string[]) => ({
  call: {
    id: 'call',
    type: 'tool',
    name: 'Call',
    next,
    tool_id: 'http.request',
    input: { parameters: { method: 'POST', url, body: '{{ vars.ticket }}' } },
    retry: { attempts: 10, first: '1h', factor: 1, max: '1h' },
    timeout: '10m',
  },
})

const wait = (seconds: number, next: string[]) => ({
  wait: { id: 'wait', type: 'wait', name: 'Wait', for: `${seconds}s`, next },
})

const mail = (next: string[]) => ({
  mail: {
    id: 'mail',
    type: 'tool',
    name: 'Mail',
    next,
    tool_id: 'email.send',
    input: { parameters: { to: '{{ vars.ticket + "@example.test" }}', subject: 'Done', text: '{{ vars.ticket }}' } },
  },
})

const sub = (workflowId: string, more: object) => ({
  sub: {
    id: 'sub',
    type: 'subworkflow',
    name: 'Sub',
    workflow_id: workflowId,
    input: { ticket: '{{ vars.ticket }}' },
    next: ['close'],
    ...more,
  },
})

/** A call, then a person. */
export const callsAtOnce = (prefix: string, url: string, person: string) =>
  whole(`Calls ${prefix}`, prefix, { ...call(url, ['close']), ...form('close', person, []) })

/** An alarm, a call that tells of it, then a person. */
export const callsLater = (prefix: string, url: string, person: string, seconds: number) =>
  whole(`Waits ${prefix}`, prefix, {
    ...wait(seconds, ['call']),
    ...call(url, ['close']),
    ...form('close', person, []),
  })

/** A person, a call, a person. */
export const callsAfter = (prefix: string, url: string, person: string) =>
  whole(`Enters ${prefix}`, prefix, {
    ...form('enter', person, ['call']),
    ...call(url, ['close']),
    ...form('close', person, []),
  })

/** A person, a mail, a person. */
export const mailsAfter = (prefix: string, person: string) =>
  whole(`Mails ${prefix}`, prefix, {
    ...form('enter', person, ['mail']),
    ...mail(['close']),
    ...form('close', person, []),
  })

/** A person, an instance that calls, a person. */
export const startsAfter = (prefix: string, child: string, person: string) =>
  whole(`Starts ${prefix}`, prefix, {
    ...form('enter', person, ['sub']),
    ...sub(child, {}),
    ...form('close', person, []),
  })

/** A call and nothing else. */
export const onlyCalls = (prefix: string, url: string) => whole(`Only ${prefix}`, prefix, call(url, []))

/** A person and nothing else. */
export const onlyPerson = (prefix: string, person: string) => whole(`Child ${prefix}`, prefix, form('do', person, []))

/** So many instances at once, or one; if one does not end well, a person goes on. */
export const startsMany = (prefix: string, child: string, person: string, count: number) =>
  whole(`Parent ${prefix}`, prefix, {
    ...sub(child, {
      on_failure: { next: ['close'] },
      ...(count > 1 && {
        each: { list: `[${Array.from({ length: count }, (_, n) => n).join(', ')}]`, order: 'at_once', until: 'all' },
      }),
    }),
    ...form('close', person, []),
  })
