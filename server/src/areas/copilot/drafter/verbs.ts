/** What people do in the workflows of a firm; the words that are told apart from names of things. */
const VERBS = new Set(
  `accept add agree answer apply approve archive arrange ask assign attach authorise authorize book bring buy calculate
  call cancel carry change check choose clean close collect comment compare complete confirm contact copy correct create
  decide deliver deploy describe design discuss document download draft edit email enter escalate estimate examine
  explain file fill finish fix follow forward fulfil gather get give go hand hire hold inform inspect install interview
  invite invoice issue label list log look make measure meet merge move negotiate notify offer onboard open order
  organise organize pack pay pick place plan post prepare present print process produce propose publish purchase raise
  receive record refund register reimburse remove renew repair replace reply report request research reserve return
  review revise revoke scan schedule select send set settle ship sign sort start stop store submit suggest summarise
  summarize supply sync tag take talk tell test train transfer translate transmit treat update upload validate verify
  visit vote write ok okay analyse analyze assess audit brief calibrate configure count define determine develop disable draw
  enable evaluate extend find greet handle identify implement import investigate keep launch lock manage mark monitor
  obtain perform photograph provide quote rate read recommend reconcile reject resolve respond restore run save search
  share show specify track unlock use vet weigh welcome`.split(/\s+/),
)

const IRREGULAR: Record<string, string> = {
  paid: 'pay',
  sent: 'send',
  made: 'make',
  done: 'complete',
  told: 'tell',
  bought: 'buy',
  written: 'write',
  wrote: 'write',
  given: 'give',
  taken: 'take',
  chosen: 'choose',
  held: 'hold',
  kept: 'keep',
  set: 'set',
  met: 'meet',
  got: 'get',
  brought: 'bring',
  emails: 'email',
  'e-mail': 'email',
  'e-mails': 'email',
  'e-mailed': 'email',
  does: 'do',
  goes: 'go',
  has: 'have',
}

const withoutS = (word: string): string[] => {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  if (/(s|sh|ch|x|z|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  return /[^s]s$/.test(word) ? [word.slice(0, -1)] : []
}

const withoutEd = (word: string): string[] => {
  if (word.endsWith('ied')) return [`${word.slice(0, -3)}y`]
  if (!word.endsWith('ed')) return []
  const stem = word.slice(0, -2)
  return [`${stem}e`, stem, ...(/(.)\1$/.test(stem) ? [stem.slice(0, -1)] : [])]
}

const known = (candidates: string[]): string | undefined => candidates.find((one) => VERBS.has(one))

export type Form = 'plain' | 'third' | 'past'
export interface Verb {
  base: string
  form: Form
}

/** The verb a word is a form of, if it is one that is known. */
export function verbOf(word: string): Verb | undefined {
  const text = word.toLowerCase().replaceAll(/[^a-z-]/g, '')
  const irregular = IRREGULAR[text]
  if (VERBS.has(text) && text !== 'set') return { base: text, form: 'plain' }
  if (irregular !== undefined && VERBS.has(irregular)) {
    const form = text.endsWith('s') ? 'third' : text === 'e-mail' ? 'plain' : 'past'
    return { base: irregular, form: text === 'set' ? 'plain' : form }
  }
  const third = known(withoutS(text))
  if (third) return { base: third, form: 'third' }
  const past = known(withoutEd(text))
  return past ? { base: past, form: 'past' } : undefined
}

/** The plain form of a word that can only be a verb where it stands. */
export const plainForm = (word: string): string =>
  verbOf(word)?.base ?? withoutS(word.toLowerCase())[0] ?? word.toLowerCase()
