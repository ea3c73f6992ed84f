import type { auditApi } from 'shared-types/contract/audit';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { Surroundings } from '../ports.ts';
import type { ActivityStore } from './activity-store.ts';
import { dayOf } from './event-day.ts';

interface ActivityPorts extends Pick<Surroundings, 'now'> {
  activity: ActivityStore;
}

/** The account page shows this number of a user's own events. */
const ownEvents = 10;

/** Serves the audit trail: all of it to the owner, and to each user the events of their own account. */
export const activityRoutes = ({ activity, now }: ActivityPorts): Routes<typeof auditApi> => ({
  async listOwnEvents({ user: { userId } }) {
    const { events } = await activity.page({ userId }, undefined, ownEvents);
    return events;
  },

  listEvents({
    query: { userId, kind, cursor, day = userId === undefined ? dayOf(`${now().getTime()}`) : undefined },
  }) {
    if (cursor !== undefined && day !== undefined && dayOf(cursor) !== day)
      throw new AppError('invalid', 'query.cursor: is from a list of another day');
    return activity.page({ day, userId, kind }, cursor);
  },
});
