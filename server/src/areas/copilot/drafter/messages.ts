import { truncate } from '../../../core/truncate.ts'
import type { ClauseContext } from './clause-context.ts'
import type { Clause } from './grammar.ts'
import type { Message } from './parts.ts'
import { OUTSIDER, partyOf } from './people.ts'

const TELLING = new Set(['notify', 'inform', 'tell', 'email'])

function message(who: string, about: string, { teams, about: subjects }: ClauseContext): Message {
  const said = who.replace(/[,.]$/, '').trim()
  const outsider = OUTSIDER.exec(said)?.[1] ?? subjects?.exec(said)?.[1]
  const to = outsider ? { outsider: outsider.toLowerCase().replace(/s$/, '') } : partyOf(said, teams)
  const label =
    'outsider' in to
      ? to.outsider
      : 'starter' in to.assignee
        ? 'the requester'
        : (to.said ?? to.label.replace(/^(?:team|role) /, ''))
  return {
    is: 'message',
    name: truncate(`E-mail ${label}`, 120),
    to,
    about: about.replace(/^(?:about|that|of|with)\s+/i, '').trim(),
  }
}

/** "sends an e-mail to the requester", "notify finance about it", "let the vendor know". */
export function messageOf(text: string, clause: Clause | undefined, around: ClauseContext): Message | undefined {
  const sends =
    /\bsends?\b(?: out)? (?:an? |the )?(?:automatic |short |confirmation |reminder |welcome )?(?:e-?mail|mail|message|notification|notice|confirmation)s? to ((?:the |an? |their |our )?[\p{L} -]+?)(?: (about|that|with|saying) (.+))?$/iu.exec(
      text,
    )
  if (sends) return message(sends[1] ?? '', sends[3] ?? '', around)
  const aimless =
    /\bsends?\b(?: out)? (?:an? |the )?(?:automatic |short |confirmation |reminder |welcome )?(?:e-?mail|mail|message|notification)s?(?: (?:about|that|with|saying) (.+))?$/iu.exec(
      text,
    )
  if (aimless) return { ...message('the requester', aimless[1] ?? '', around), assumed: true }
  const gets =
    /^((?:the |an? |their |our )?[\p{L} -]+?) (?:gets?|receives?) (?:an? |the )?(?:\p{L}+ )?(?:e-?mail|mail|message|notification|notice)(?: (?:about|that|with|saying) (.+))?$/iu.exec(
      text,
    )
  if (gets) return message(gets[1] ?? '', gets[2] ?? '', around)
  const lets = /\blets? ((?:the |an? |their |our )?[\p{L} -]+?) know(?: (?:about|that) (.+))?$/iu.exec(text)
  if (lets) return message(lets[1] ?? '', lets[2] ?? '', around)
  if (!clause || !TELLING.has(clause.verb)) return undefined
  const [, who = clause.object, about = ''] =
    /^(.+?)(?: (?:about|that|of|by e-?mail|when)\b(.*))$/i.exec(clause.object) ?? []
  return who === '' ? undefined : message(who, about, around)
}
