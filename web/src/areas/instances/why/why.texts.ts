import { counted } from '../../../shared/format/count.ts'
import { listText } from '../../../shared/format/list-text.ts'
import { capitalized, spelled } from '../../../shared/format/spelled.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Why is this waiting?',
  you: 'You',
  youInside: 'you',
  all: (names: readonly string[]) => listText(names),
  oneOf: (names: readonly string[]) => listText(names, 'or'),
  someOf: (count: number, names: readonly string[]) => `${capitalized(spelled(count))} of ${listText(names)}`,
  somebody: 'Someone',
  nobody: 'No one has been asked yet',
  must: {
    complete: (who: string) => `${who} must complete this`,
    approve: (who: string) => `${who} must approve`,
    review: (who: string) => `${who} must review this`,
    answer: (who: string) => `${who} must answer a question`,
  },
  claim: (queue: string) => `Someone in ${queue} must claim this`,
  running: 'This is running now',
  tryingAgain: (attempts: number) => `This is being retried, attempt ${attempts}`,
  tryingAgainOf: (next: number, of: number) => `Trying again soon (${next} of ${of})`,
  failed: 'This failed',
  wholeInstance: 'This instance',
  timer: (when: string) => `This is waiting until ${when}`,
  mailBudget: (when: string) => `Your organization reached its limit for outside email. This continues ${when}`,
  limited: (reason: string, when: string) => `${reason} This continues ${when}`.trim(),
  signedOut: (reason: string) => `${reason} Someone must reconnect the tool`.trim(),
  child: (key: string, name: string) => `${key} ${name} must finish first`,
  join: (names: string) => `This is waiting for ${names}`,

  openSince: (when: string) => `Open since ${when}.`,
  askedAndReminded: (when: string, day: string) => `Open since ${when}, reminded on ${day}.`,
  stopped: (when: string, attempts: number) =>
    attempts > 0 ? `Stopped ${when} after ${counted(attempts, 'attempt')}.` : `Stopped ${when}.`,
  usually: (long: string) => `Usually takes ${long}.`,
  items: (done: number, all: number) => `${capitalized(spelled(done))} of ${spelled(all)} are done.`,
  approvals: (more: number, all: number) =>
    all === 1
      ? 'One approval is needed.'
      : `${capitalized(spelled(more))} more of the ${spelled(all)} required approvals ${more === 1 ? 'is' : 'are'} needed.`,
  reconnected: 'It continues on its own once the tool is reconnected. Nothing was sent.',
  releases: {
    failed: 'Retry it once the problem is fixed.',
    tool: 'It continues on its own.',
    mail_budget: 'Email to members isn’t affected.',
    timer: 'It then continues on its own.',
    child: 'It continues when that instance ends.',
    join: 'It starts when they are done.',
    query: 'It continues after the answer.',
    review: 'It continues after the review.',
  },

  short: {
    step: (who: string, step: string) => `${who}: ${step}`,
    changes: (who: string, step: string | undefined) => `${who}: ${step ? `${step}, ` : ''}changes requested`,
    failed: (step: string) => `${step} failed`,
    stuck: 'Can’t continue',
    signedOut: (step: string) => `${step}: reconnect the tool`,
    timer: (step: string, when: string) => `${step}, until ${when}`,
    child: (key: string) => `Waiting for ${key}`,
    join: (names: string) => `Waiting for ${names}`,
    more: (first: string, count: number) => `${first}, and ${count} more`,
  },
  acts: {
    complete: 'Open task',
    review: 'Review',
    claim: 'Claim',
    remind: 'Remind',
    retry: 'Retry',
    answer: 'Answer',
    open: 'Open',
  },
  actFor: (act: string, step: string) => `${act}: ${step}`,
  reminded: (names: readonly string[]) => `${listText(names)} ${names.length === 1 ? 'was' : 'were'} reminded`,
  claimed: (step: string) => `You claimed ${step}`,
  retrying: (step: string) => `Retrying ${step}`,
  remindFailed: 'No reminder was sent. Try again.',
  claimFailed: 'The task wasn’t claimed. Try again.',
  retryFailed: 'It wasn’t retried. Try again.',
  override: 'Override it',
  explain: 'Explain',
  explainFor: (name: string) => `Explain ${name}`,
  explanation: {
    title: 'Explain',
    loading: 'Looking at the attempts...',
    failed: 'This couldn’t be explained',
    happened: 'What happened',
    why: 'Why',
    toDo: 'What to do',
    change: 'Suggested change',
    changeHint: 'This only changes the draft. You decide when to publish.',
    byModel: (name: string, host: string) => `${name} at ${host}`,
    byRules: 'Built-in rules, no language model',
    away: (model: string, note: string) => `${model} didn’t answer, so the built-in rules explain it. ${note}`,
    saw: 'What the model saw',
    sawRules: 'What a model would see',
    sawHint: 'The step’s settings and its attempts with values hidden. No answers, names, or files from the instance.',
    attempt: (at: string, took: string, problem: string) => `${at}, ${took}: ${problem}`,
    show: 'Show on canvas',
  },
  mayRepeat: {
    title: 'This might be done twice.',
    text: (tool: string) => `${tool} doesn’t recognize earlier requests. Retry only if nothing arrived.`,
    confirm: 'Retry anyway',
  },
  sentences: (reasons: readonly string[]) => `${reasons.join('. ')}.`,
  startsWhen: (step: string, count: number, names: string) =>
    count > 2
      ? `${step} starts when ${spelled(count)} branches are done.`
      : `${step} starts when ${names} ${count === 1 ? 'is' : 'are'} done.`,
  /** What the whole instance needs. */
  needsYou: (count: number) => (count === 1 ? 'One needs you.' : `${capitalized(spelled(count))} need you.`),
  waits: (count: number) => (count === 1 ? 'One step is open.' : `${capitalized(spelled(count))} steps are open.`),
  showSteps: 'Show steps',
  hideSteps: 'Hide steps',
})
