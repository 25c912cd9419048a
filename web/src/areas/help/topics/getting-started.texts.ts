import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const gettingStarted = catalogue({
  title: 'Getting Started',
  note: 'Your workspace, first workflow, and first case',
  sections: {
    around: {
      title: 'Find your way around',
      body: [
        'The navigation on the left leads to every area. Its sections open and close, and they stay as you left them. Your workspace’s name is at the top: select it to switch to another workspace without signing in again. Your name is at the bottom, with your profile settings and Log Out.',
        'A workflow describes how a type of work is done. An instance is one case of it, such as one invoice or one new hire. A task is a piece of work inside an instance. My Workspace lists yours by due date.',
        'New, at the top right, starts an instance, creates a workflow or a form, or uploads a document, depending on your role.',
      ],
      keys: { 'mod+k': 'Command palette', '[': 'Collapse or expand navigation', F1: 'Help for this screen' },
    },
    first: {
      title: 'Run your first case',
      steps: [
        'Open Templates and select Use Template on one that fits. Its steps, forms, and approvals are in place.',
        'Adapt the steps, then select Try it. The workflow runs in your browser, you answer for everyone, and nothing is sent.',
        'Select Publish… and confirm.',
        'Select Start. Only a name is required.',
        'Open the instance to see where it stands and who has the next task.',
      ],
      tip: 'A running instance keeps the version it was started on. What you publish later applies to new instances.',
    },
    invite: {
      title: 'Invite your team',
      body: [
        'Everyone starts with a personal workspace. Turn yours into an organization to work with others. Everything you’ve created stays where it is.',
      ],
      steps: [
        'Open Org Profile and create your organization.',
        'Open Members and select Add New Member.',
        'Invite one person, or paste a list of up to 200. Each line has a name and an email address.',
      ],
      tip: 'An invitation is valid for 7 days. Resend creates a new link, and the earlier one stops working.',
    },
    find: {
      title: 'Find anything',
      body: [
        'Type in the search box at the top. It finds tasks, instances, workflows, and files by number, title, description, comments, and answers, and by the words inside files. It also finds clients, people, forms, responses, and your own messages and drafts. You don’t have to finish the last word once it has 3 letters. Press Enter for all results, and sort them by best match or newest.',
        'Narrow a search with is:overdue, from:jonas, in:"Client Onboarding", type:pdf, client:meridian, before:2026-11, after:yesterday, or due:week. Put a phrase in quotes to find exactly that phrase, and put a minus in front of a word to leave it out. If you name two people, workflows, or clients, either one counts.',
        'Search only finds what you can see. Parts of German compound words aren’t found on their own, and neither are single words inside Chinese, Japanese, or Korean text.',
      ],
      keys: { '/': 'Search box', 'mod+k': 'Command palette' },
    },
    keyboard: {
      title: 'Use the keyboard',
      body: [
        'Press `?` for the keys of the page you’re on. Keys are off while you type. You can turn single keys off there; those with Ctrl or ⌘ always work.',
        'A single key never decides or completes anything by itself. It asks first, and Enter confirms.',
      ],
      keys: {
        'g then h': 'My Workspace',
        'g then i': 'Inbox',
        'g then t': 'Tasks',
        'g then n': 'Instances',
        'g then w': 'Workflows',
        'g then f': 'Files',
        'n then i': 'New instance',
        '?': 'All shortcuts',
      },
    },
    account: {
      title: 'Your account',
      body: [
        'Select your name at the bottom of the navigation, then Profile Settings. You change your name, photo, email address, and password there, and choose whether single-key shortcuts are on.',
        'Turn on two factors to sign in with your password and a code from an authenticator app. Keep the ten recovery codes somewhere safe. Each works once if you lose your phone.',
        'The list of devices shows where you’re signed in. Sign out one device or all others, and their pages close immediately.',
      ],
      tip: 'Before a long absence, select Hand over… to pass your open tasks, approvals, and reviews to a colleague or a team.',
    },
    phone: {
      title: 'On a phone or tablet',
      body: [
        'Throughline is built for desktop browsers. On a phone, select Continue on this device. A bar at the bottom leads to Home, Tasks, Inbox, and Files, and to everything else under More. The builders need a larger screen.',
      ],
    },
  },
} satisfies HelpTopic)
