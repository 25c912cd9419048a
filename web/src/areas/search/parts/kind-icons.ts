import { Building2, ClipboardList, Inbox, type LucideIcon, PencilLine, Search, User } from 'lucide-react'

const ICONS: Record<string, LucideIcon> = {
  client: Building2,
  person: User,
  form: ClipboardList,
  response: ClipboardList,
  message: Inbox,
  draft: PencilLine,
}

/** Of what is found beside the four groups. */
export const iconOfKind = (kind: string): LucideIcon => ICONS[kind] ?? Search
