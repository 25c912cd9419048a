import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const inbox = catalogue({
  title: 'Inbox and Notifications',
  note: 'What needs you, and how we let you know',
  sections: {
    'needs-you': {
      title: 'Your “Needs you” list',
      body: [
        'Open approvals, tasks, questions, and failed steps stay at the top, sorted by due date. Each one clears on its own when it’s done, by you or by someone else.',
        'There’s one message per item. When something new happens, the message moves up and is unread again. Anything you’ve snoozed comes back at least an hour before it’s due.',
      ],
      keys: { 'j k': 'Next, previous message', Space: 'Show it beside the list', f: 'Filters' },
    },
    decide: {
      title: 'Decide from the inbox',
      steps: [
        'Open the message. It shows the file you’re deciding on.',
        'Add a comment if you’re requesting changes or rejecting.',
        'Select Approve, Request changes, or Reject. The message tells you what happens next.',
      ],
      tip: 'If the file changes while you’re reading, your decision isn’t recorded. We’ll show you the changes and ask again.',
      keys: { a: 'Approve', c: 'Request changes', r: 'Reject' },
    },
    snooze: {
      title: 'Snooze and archive',
      body: [
        'Snooze hides a message until a time you choose, or until something new happens. Anything that needs you comes back at least an hour before it’s due.',
        'Archiving isn’t a decision. If something you archived still needs you, it comes back the day before it’s due. Deleted messages can be restored for 30 days.',
      ],
      keys: {
        e: 'Archive',
        s: 'Snooze',
        l: 'Move to a label',
        u: 'Mark unread',
        '#': 'Delete',
        x: 'Select',
      },
    },
    less: {
      title: 'Get fewer emails',
      body: [
        'The end of each message says why you got it and links to the setting that turns it off. You’ll find quiet hours, the digest, and muted workflows under Profile, Notifications.',
        'An email about something that needs you is sent two minutes after the message, unless you’ve read it or it’s done by then. Other updates come once a day in the digest. No digest is sent on days with nothing new.',
      ],
      tip: 'Links in emails don’t decide anything by themselves. They open a page where you sign in and confirm.',
    },
    offline: {
      title: 'Work offline',
      body: [
        'You can keep working through your inbox without a connection. What you do is saved in this browser and sent in order when you’re back online. A decision says “Not decided yet” until it’s sent, and Undo takes it back.',
        'If a change can’t be saved, the message says “Not saved” and why. Logging out discards changes that haven’t been sent.',
      ],
    },
    defaults: {
      title: 'Set defaults for everyone',
      body: [
        'Admins set the organization’s defaults under Org Profile, Notifications, and which of them people can change. What needs someone always comes to their inbox.',
      ],
    },
  },
} satisfies HelpTopic)
