-- A border that moves asks for the pins in a box (kernel/decisions/0027-border-plans.md).
create index households_pins on households (latitude, longitude) where latitude is not null;
