import {
  ControlledFeedback,
  ControlledOrg,
  ControlledUser,
  EmailSubscription,
  StaffLogEntry,
} from '@throughline/contracts/admin'

export const idOf = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const controlledUser = (differences: object = {}): ControlledUser =>
  ControlledUser.parse({
    id: idOf(11),
    email: 'lotte@kanaalbank.example',
    username: 'lotte',
    name: 'Lotte Vermeer',
    organization: { id: idOf(21), name: 'Kanaalbank Services', kind: 'organization', role: 'member' },
    created_at: '2026-11-12T09:00:00Z',
    is_approved: false,
    is_admin: false,
    is_internal: false,
    is_beta: false,
    is_developer: false,
    version: 1,
    internal_asked: null,
    ...differences,
  })

export const controlledOrg = (differences: object = {}): ControlledOrg =>
  ControlledOrg.parse({
    id: idOf(21),
    name: 'Kanaalbank Services',
    logo: null,
    industry: 'Finance',
    size: '11-50',
    website: 'https://kanaalbank.example',
    contact_email: 'hello@kanaalbank.example',
    phone: '',
    address: 'Wijnhaven 2\nRotterdam',
    created_at: '2026-03-03T09:00:00Z',
    ...differences,
  })

export const controlledFeedback = (differences: object = {}): ControlledFeedback =>
  ControlledFeedback.parse({
    id: idOf(31),
    feedback_type: 'bug_report',
    rating: 3,
    ease_of_use: 4,
    recommendation: 4,
    usefulness: null,
    feedback: 'The button spins after a tunnel.',
    resolved: false,
    resolved_at: null,
    resolved_by: null,
    created_at: '2026-11-12T09:00:00Z',
    person: { id: idOf(11), name: 'Lotte Vermeer', email: 'lotte@kanaalbank.example' },
    organization: 'Kanaalbank Services',
    ...differences,
  })

export const emailSubscription = (differences: object = {}): EmailSubscription =>
  EmailSubscription.parse({
    reg_id: idOf(41),
    type: 'waitlist',
    email: 'joanna@quillworks.example',
    created_at: '2026-11-12T09:00:00Z',
    invited_at: null,
    joined_at: null,
    bounced_at: null,
    ...differences,
  })

export const staffLogEntry = (differences: object = {}): StaffLogEntry =>
  StaffLogEntry.parse({
    seq: 7,
    at: '2026-11-12T09:00:00Z',
    actor: { id: idOf(1), name: 'Ida Brandt' },
    act: 'organization.opened',
    entity_kind: 'organization',
    entity_id: idOf(21),
    entity_name: 'Kanaalbank Services',
    data: {},
    request_id: 'r1',
    address: '10.0.0.1',
    device: 'Chrome',
    hash: 'aa',
    ...differences,
  })
