/**
 * The words of the landing page. They are written into the page when it is built, so they stand in no catalogue and hold no
 * character that HTML gives a meaning to.
 */

/** Words of the specification, verbatim. */
export const spec = {
  prompt: 'Join our waitlist to get early access',
  join: 'Join Waitlist',
  thanks: 'Thank you for your interest',
  about: 'About',
  contact: 'Contact',
} as const

export const texts = {
  title: 'Throughline: documents, workflows, and people on one line',
  description: 'Your documents, the workflows they move through, and the people who act on them, all in one place.',
  product: 'Throughline',
  skip: 'Skip to content',
  signIn: 'Sign in',
  menu: 'Main menu',
  theme: 'Dark theme',
  kicker: 'Intelligent automation for modern business',
  hero: ['Every step,', 'one line.'],
  intro:
    'Your documents, the workflows they move through, and the people who act on them, all in one place. You always know what’s waiting, for whom, and since when.',
  register: 'Create an account',
  placeholder: 'name@company.com',
  sentOnce: 'We’ll email you when your spot opens up. Nothing else.',
  strands: ['an email thread', 'a shared spreadsheet', 'a chat message', 'a paper form', 'someone’s memory'],
  stops: [
    { name: 'Received', detail: 'Nov 3, via form' },
    { name: 'Checked', detail: 'by Ana Sousa' },
    { name: 'Approved', detail: 'by 2 of 3, version 3' },
    { name: 'Your turn', detail: 'since 4:40 PM' },
  ],
  home: {
    alt: 'My Workspace: one sentence says where to start, followed by the work that’s overdue, due today, and due this week',
    caption: 'The product as it looks today. The first sentence tells you where to start.',
  },
  measured: 'Measured, not promised',
  aboutText: [
    'Throughline is for firms that run on documents and decisions: accountants, lawyers, operations, and people teams. We’d rather show you a number than an adjective.',
    'It keeps documents, the workflows they belong to, and the people who act on them in one place, and everything that happens leaves a trace you can follow back.',
  ],
  invited: 'Already invited?',
  social: 'Throughline elsewhere',
  rights: (year: number) => `© ${year} Throughline`,
} as const

/** What the page says of the product, and the test that holds it up: `pnpm build` fails when that is gone. */
interface Claim {
  text: string
  file: string
  test: string
}

interface Section {
  id: 'flow' | 'oversight' | 'integration'
  title: string
  lead: string
  claims: readonly Claim[]
  picture: 'builder' | 'instance' | 'integrations'
  alt: string
  caption: string
}

export const sections: readonly Section[] = [
  {
    id: 'flow',
    title: 'Streamline your workflow',
    lead: 'Draw a process once and run it as often as you need. The canvas, the keyboard outline, and the JSON are one document, and problems are flagged before anything starts.',
    claims: [
      {
        text: 'Try it first: nothing is sent and nobody is notified',
        file: 'web/src/areas/workflows/try/try-it.test.tsx',
        test: 'says that nothing is sent, and asks the first step',
      },
      {
        text: 'Every version is kept, and running cases stay on theirs',
        file: 'web/src/areas/workflows/builder-publish.test.tsx',
        test: 'says what changes for new and for running instances',
      },
      {
        text: 'Approval by anyone, by everyone, or by two out of three',
        file: 'flow/src/run/approvals.test.ts',
        test: 'by two of three opens the next step with the second approval',
      },
    ],
    picture: 'builder',
    alt: 'The builder showing the Invoice Approval workflow: its steps, conditions, approvals, and the ways back',
    caption: 'The builder arranges the steps for you, so lines never cross a card.',
  },
  {
    id: 'oversight',
    title: 'Smart process oversight',
    lead: 'Every open screen updates as the work does. Any case can tell you why it’s waiting, in plain words: for whom, since when, and what would get it moving.',
    claims: [
      {
        text: 'See bottlenecks as waiting time, step by step',
        file: 'server/src/areas/analytics/analytics.load.test.ts',
        test: 'every figure is what happened, and what its list shows',
      },
      {
        text: 'Approvals are tied to the exact file; change it and they’re asked for again',
        file: 'e2e/documents.approval.spec.ts',
        test: 'An approval is about the exact bytes: a later version asks again',
      },
      {
        text: 'Every action goes into a tamper-evident log',
        file: 'server/src/core/audit/seal.test.ts',
        test: 'gives every tenant a chain of its own that goes on from batch to batch',
      },
    ],
    picture: 'instance',
    alt: 'A running case: its steps drawn as a line, with what’s done, what’s open, and why it’s waiting',
    caption: 'A running case, with the answer to the one question everyone asks: why is it waiting?',
  },
  {
    id: 'integration',
    title: 'Seamless integration',
    lead: 'Steps call your business apps through one guarded door. Every call carries a key and goes into a ledger as sent once, not sent, or unknown. When we can’t be sure, we say so.',
    claims: [
      {
        text: 'A retry never repeats a call the receiver recognizes',
        file: 'flow/src/run/failure.test.ts',
        test: 'is called again under the same key',
      },
      {
        text: 'Addresses inside your network are off limits unless you list them',
        file: 'server/src/core/egress/egress-hostile.test.ts',
        test: 'in all of the above: at least 80 ways, no connection',
      },
      {
        text: 'Each answer to a form is kept once and starts its workflows once',
        file: 'server/test/forms.crash.test.ts',
        test: 'each response is stored once and starts its workflows once, whatever is killed',
      },
    ],
    picture: 'integrations',
    alt: 'The integrations of an organization: which services are connected, by whom, and whether they answer',
    caption: 'Connected services, and whether they answer. Secrets are sealed and never shown again.',
  },
]

/** Read from docs/figures.md when the page is built; a figure that is not there does not show. */
interface Figure {
  /** The name of its section there. */
  section: string
  found: RegExp
  /** From the groups of what was found. */
  number: (groups: readonly string[]) => string
  unit: string
  text: (groups: readonly string[]) => string
}

const grouped = (digits = '') => digits.replace(/\B(?=(\d{3})+$)/g, ',')

export const figures: readonly Figure[] = [
  {
    section: 'crash',
    found: /^(\d+) instances of five steps[^]*? while (\d+) kills[^]*?completed: \1 of \1[^]*?promises broken: none/m,
    number: ([, kills = '']) => kills,
    unit: 'forced crashes',
    text: ([cases]) =>
      `across seven servers while ${grouped(cases)} cases ran. All of them finished. No confirmed action was lost, and no keyed call took effect twice.`,
  },
  {
    section: 'growth',
    found: /^([\d,]+) tasks of/m,
    number: ([tasks = '']) => tasks,
    unit: 'tasks',
    text: () => 'in one database. Every list, board, and count stayed within its stated limit of rows read.',
  },
  {
    section: 'sequences',
    found: /^([\d,]+) sequences, ([\d,]+) acts,[^]*? agreed at every quiet point/m,
    number: ([, acts = '']) => acts,
    unit: 'actions',
    text: ([sequences = '']) =>
      `in ${sequences} random sequences. Every time, the database held exactly what the model predicted.`,
  },
  {
    section: 'fuzz',
    found: /^([\d,]+) calls over (\d+) endpoints by (\d+) actors, seed \d+: 0 failures/m,
    number: ([calls = '']) => calls,
    unit: 'odd calls',
    text: ([, endpoints = '', actors = '']) =>
      `with values at the edges of every type, to ${endpoints} endpoints by ${actors} kinds of callers. None made a server fail.`,
  },
]
