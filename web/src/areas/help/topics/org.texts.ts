import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const org = catalogue({
  title: 'Organization Management',
  note: 'People, teams, roles, who sees what',
  sections: {
    people: {
      title: 'Add people',
      steps: [
        'Open Members and select Add New Member.',
        'Type a name and an email address, or paste a list of up to 200 lines. You see the result for each line.',
        'Choose a role and a team. You can change both in the list later.',
      ],
      tip: 'You can’t grant a role above your own or change someone whose role is above your own.',
    },
    leave: {
      title: 'Suspend or remove someone',
      body: [
        'Suspend locks someone out immediately and closes their open pages. Their work stays, and Reactivate lets them in again.',
        'Remove takes someone out of the organization and all its teams. Their work stays under their name. You choose who takes over their open tasks.',
      ],
    },
    roles: {
      title: 'Roles and permissions',
      body: [
        'Viewers look and comment. Members do the work. Managers also decide who sees a workflow, override others’ approvals, and empty the trash. Admins manage members, teams, and the organization, and read the audit log. Owners also set the rules about access.',
        'Members, Roles and permissions shows every permission of each role.',
      ],
    },
    teams: {
      title: 'Work with teams',
      body: [
        'A person can be in up to 20 teams, and one of them is their primary team. Open a team to see its people by role and to add or remove people. Tasks assigned to a team wait in its queue until someone claims them.',
        'A deleted team stays in the trash for 30 days. When it’s restored, it has the same members as before.',
      ],
    },
    limit: {
      title: 'Limit a workflow to teams',
      steps: [
        'Open Workflows and the menu of the workflow’s card.',
        'Select Who can see it… and choose teams and people.',
        'Save. Its instances, tasks, and files follow, and so does search.',
      ],
      tip: 'Managers can also narrow a single instance to the people who take part in it.',
    },
    profile: {
      title: 'Working hours, holidays, and access rules',
      body: [
        'Owners and admins change the profile, the logo, the time zone, the working days with their hours, and the holidays under Org Profile. Due dates and reminders count these hours.',
        'Owners decide whether everyone needs two factors to sign in, whether owners and admins see all work, and what is limited to managers and above. Every change is in the audit log.',
      ],
    },
    plans: {
      title: 'Choose a plan',
      steps: [
        'Open Pricing. Choose your country, the kind of plan, and monthly or yearly.',
        'Select Upgrade on a larger plan. You see the exact amount with its tax before you pay.',
        'Select Pay Now and enter your card in the payment window. Closing it charges nothing.',
      ],
      tip: 'A smaller plan starts when your paid period ends. Only owners and admins see prices.',
    },
    payments: {
      title: 'Payments, receipts, and limits',
      body: [
        'Subscription says what is charged, when, and to which card. There you cancel or renew, replace the card, change what’s on your invoices, and download receipts. If a payment fails, we try your card four times over two weeks, or email you on those dates if it can’t be charged. After the last one, the workspace is read-only until you pay.',
        'When people, storage, or runs are full, only new invitations, uploads, and starts wait. Anything already running continues, and you’re never charged beyond your plan.',
      ],
    },
    audit: {
      title: 'Read the audit log',
      body: [
        'Under Org Profile, Audit log, owners and admins see who did what, when, and from where. The name and details of work you can’t see yourself read “(hidden)”. The log never contains what people wrote.',
        'Export gives a CSV file of the rows you see. Verify checks the whole chain and names the first entry that was changed or is missing.',
      ],
    },
  },
} satisfies HelpTopic)
