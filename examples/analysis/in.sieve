# A periodic packing of spheres with the sizes of a sieve curve, under pressure. Length, density and stiffness are 1.
#
#   python3 -m granular_srt.particles sieve curve.csv --sizes 2 --number 1000 > sizes.in && lmp -in in.sieve

variable P      index 1.0e-4      # pressure
variable SEED   index 4711        # of the places at the start

include         sizes.in          # number, largest, solid, sizes
units           lj
atom_style      sphere
comm_modify     vel yes
# room for the spheres of all sizes, and for as many of the largest
variable        room equal v_number*PI/6*v_largest^3/0.25
variable        edge equal ((v_room>v_solid/0.1)*v_room+(v_room<=v_solid/0.1)*v_solid/0.1)^(1/3)
region          box block 0 ${edge} 0 ${edge} 0 ${edge} units box
create_box      1 box
# as far apart as the largest spheres: none overlap
create_atoms    1 random ${number} ${SEED} NULL overlap ${largest} maxtry 10000
if "$(count(all)) < ${number}" then &
  "print 'ERROR: there was room for $(count(all):%.0f) of ${number} spheres: a larger edge is needed'" "quit 1"
set             group all diameter v_sizes
set             group all density 1.0
pair_style      granular
pair_coeff      * * hooke 1.0 0.5 damping mass_velocity tangential linear_history $(2/7) 0.5 0.5
neighbor        0.2 bin
neigh_modify    delay 0 every 1 check yes
timestep        0.02
fix             box all nph/sphere iso ${P} ${P} 2.25 pchain 0 pmass contact

variable        phi equal ${solid}/vol
variable        rests equal (ke/atoms<1.0e-4*${P})&&(abs(press-${P})<0.01*${P})
fix             rests all halt 500 v_rests != 0 error continue message no
thermo_style    custom step v_phi ke press
thermo_modify   norm no
thermo          10000
run             500000 post no
unfix           rests
run             0 post no
write_dump      all custom sieve.dump id radius mass x y z modify format float %.12g
