export const facing = 'Facing';
export const any = 'Any';
export const unreadOnly = 'Unread only';
export const forSaleOnly = 'For sale only';
export const starredOnly = 'Starred only';
export const hiddenOnly = 'Hidden only';
export const minimum = (label: string) => `Minimum ${label}`;
export const maximum = (label: string) => `Maximum ${label}`;
export const minimumRooms = 'Minimum rooms';
