import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  open: 'Help',
  title: 'Help for staff',
  note: 'What you can do here, and what is recorded',
  sections: {
    approvals: {
      title: 'Approve people and change flags',
      body: [
        'Select the flags you want, then select Update on the row, or update all changed rows together. Changes you haven’t saved stay while you search or filter.',
        'Admin is the person’s role in the organization on the row: on gives them Admin, off makes them a Member. It needs a reason, and the organization’s owners get an email. An organization always keeps at least one owner.',
        'Internal needs a reason and a code from your authenticator app. It takes effect when a second staff member makes the same change within 24 hours. You can’t change your own flags. To remove someone from internal staff, turn off Internal before Approved.',
      ],
      tip: 'If someone else changes a user first, your change isn’t saved. The row shows what they did.',
      keys: { 'mod+s': 'Save all changes' },
    },
    organizations: {
      title: 'Look at an organization',
      body: [
        'You see its profile, plan, usage, and daily numbers, and whether automations have stopped. You can’t see its workflows, files, forms, or messages, and you can’t sign in as someone else.',
      ],
    },
    feedback: {
      title: 'Answer feedback',
      body: [
        'Open feedback is listed first. Filter by status or type. Reply opens your email app. Resolve when it’s done; you can reopen it later.',
      ],
    },
    subscriptions: {
      title: 'Invite people from the waitlist',
      body: [
        'An invitation has a sign-up link that works for 7 days. Each address can be invited once in 24 hours. People who already have an account are asked to sign in instead.',
        'If an email bounces, the row says so. Undo in the message puts a removed address back.',
      ],
    },
    log: {
      title: 'What is recorded',
      body: [
        'Everything staff read or change here is in the staff log, with who, when, and why. Nobody can edit it. Verify checks that no row was changed or removed.',
        'You’re signed out after 30 minutes without activity.',
      ],
    },
  },
})
