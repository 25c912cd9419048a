import type { Permission, RoleName } from '@throughline/contracts/permissions'
import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

type PermissionTexts = Record<Permission, string>

export const texts = catalogue({
  title: 'Members',
  readOnly: 'Built-in roles, read-only',
  filters: 'Filter permissions',
  find: 'Find a permission',
  onlyDifferent: 'Only where roles differ',
  rule: 'Each role includes everything to its right. You can’t grant a role above your own.',
  region: 'Permissions by role',
  caption: 'What each of the five roles can do',
  permission: 'Permission',
  you: 'You',
  yes: 'Yes',
  no: 'No',
  none: 'No permissions found.',
  clear: 'Clear search',
  people: (count: number) => counted(count, 'person', 'people'),
  peopleWith: (count: number, role: string) => `${counted(count, 'person', 'people')} with the role ${role}`,
})

export const roleNotes = catalogue({
  owner: 'Has the last word',
  admin: 'Runs it day to day',
  manager: 'Sets visibility',
  member: 'Does the work',
  viewer: 'Reads, comments',
} satisfies Record<RoleName, string>)

export const groupTitles = catalogue({
  work: 'Tasks and instances',
  workflows: 'Workflows and integrations',
  documents: 'Documents, forms, and sites',
  insights: 'Insights',
  organization: 'Organization',
})

export const permissionTexts = catalogue({
  'workspace.read': 'Open the workspace',
  'work.view': 'See tasks, instances, and comments',
  'work.comment': 'Comment',
  'tasks.work': 'Complete, approve, and return tasks',
  'tasks.override': 'Override a task, with a reason',
  'approvals.override': 'Override other people’s approvals',
  'instances.manage': 'Start, edit, and cancel instances',
  'instances.delete': 'Delete instances',
  'instances.narrow': 'Narrow an instance to its participants',
  'workflows.view': 'See workflows and templates',
  'workflows.publish': 'Design and publish workflows',
  'workflows.visibility': 'Choose who can see a workflow',
  'templates.manage': 'Create and edit templates',
  'integrations.view': 'See connected integrations',
  'integrations.connect': 'Connect their own integrations',
  'integrations.manage': 'Change and disconnect integrations',
  'integrations.secrets': 'Add, replace, and remove secrets',
  'documents.view': 'Open and download documents',
  'documents.manage': 'Upload, version, and delete documents',
  'documents.hold': 'Set retention and legal holds',
  'trash.purge': 'Delete forever from the trash',
  'publishing.view': 'See forms, websites, and their responses',
  'publishing.manage': 'Publish forms and websites',
  'analytics.view': 'See analytics and the calendar',
  'reports.view': 'Read reports',
  'reports.run': 'Run and export reports',
  'members.read': 'See members and teams',
  'members.manage': 'Add, suspend, and remove members, and change roles up to their own',
  'teams.manage': 'Add, edit, and remove teams',
  'org.manage': 'Edit the organization profile',
  'billing.manage': 'Plan, payment, and receipts',
  'audit.read': 'Read, export, and verify the audit log',
  'security.rules': 'Require two factors, let admins see everything, and limit actions to managers',
} satisfies PermissionTexts)
