export const departure = (time) => `Departs at ${time}`;
