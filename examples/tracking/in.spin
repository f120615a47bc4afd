# Spheres that spin about the vertical on a plane until friction stops them: the empirical law with several
# eta_psi, and the law whose lever is the Hertz contact radius, for steel and glass.
# Fang & Negrut (2020): spinning spheres.
#
#   lmp -in in.spin

variable MU_S       index 0.25       # static friction
variable MU_K       index 0.20       # kinetic friction
variable K          index 1.0e7      # stiffness K_E of the Hertz contacts [N/m]
variable C_PSI      index 0.1        # spin dashpot; the default of the law, 2, brakes more before the contact slips
variable DT         index 1.0e-5     # time step [s]
variable TIME       index 7.0        # [s]
variable EVERY      index 50000      # steps between lines of the log

units           si
atom_style      sphere
atom_modify     map array
boundary        f f f
comm_modify     vel yes
region          box block -1 1 -1 7 -1 1
create_box      3 box

# Type 1: mass 5, radius 0.2, eta_psi from 0.006 to 0.012. In the paper the plane is rigid. Here it has
# the material of the particle: twice the modulus gives the same contact radii.
variable        kn equal 1.0e6
variable        steel_E equal 2*2.0e11
variable        glass_E equal 2*5.0e10
variable        a_5 equal (0.75*8000*4/3*PI*0.02^3*9.8*0.02/(v_steel_E/2/(1-0.3^2)))^(1/3)
variable        a_6 equal (0.75*8000*4/3*PI*0.04^3*9.8*0.04/(v_steel_E/2/(1-0.3^2)))^(1/3)
variable        a_7 equal (0.75*2500*4/3*PI*0.02^3*9.8*0.02/(v_glass_E/2/(1-0.2^2)))^(1/3)
create_atoms    1 single 0 0 $(0.2-5*9.8/v_kn)
create_atoms    1 single 0 1 $(0.2-5*9.8/v_kn)
create_atoms    1 single 0 2 $(0.2-5*9.8/v_kn)
create_atoms    1 single 0 3 $(0.2-5*9.8/v_kn)
create_atoms    2 single 0 4 $(0.02-v_a_5^2/0.02)
create_atoms    2 single 0 5 $(0.04-v_a_6^2/0.04)
create_atoms    3 single 0 6 $(0.02-v_a_7^2/0.02)
set             type 1 diameter 0.4
set             atom 5 diameter 0.04
set             atom 6 diameter 0.08
set             atom 7 diameter 0.04
set             type 1 density $(5.0/(PI/6*0.4^3))
set             type 2 density 8000
set             type 3 density 2500
set             group all omega 0 0 1

group           one id 1
group           two id 2
group           three id 3
group           four id 4
group           steel type 2
group           glass type 3
pair_style      zero 0.5
pair_coeff      * *
neighbor        0.1 bin
variable        law string "hooke ${kn} 4.0e3 damping velocity tangential tracking 1.0e5 ${MU_S} ${MU_K} twisting tracking"
fix             f1 one wall/granular ${law} 0.006 NULL ${C_PSI} zplane 0.0 NULL contacts
fix             f2 two wall/granular ${law} 0.008 NULL ${C_PSI} zplane 0.0 NULL
fix             f3 three wall/granular ${law} 0.010 NULL ${C_PSI} zplane 0.0 NULL
fix             f4 four wall/granular ${law} 0.012 NULL ${C_PSI} zplane 0.0 NULL
variable        law string "damping coeff_restitution tangential tracking ${K} ${MU_S} ${MU_K} twisting tracking/hertz ${C_PSI}"
fix             f5 steel wall/granular hertz/material ${steel_E} 0.1 0.3 ${law} zplane 0.0 NULL contacts
fix             f6 glass wall/granular hertz/material ${glass_E} 0.1 0.2 ${law} zplane 0.0 NULL contacts
fix             weight all gravity 9.8 vector 0 0 -1
fix             integrate all nve/sphere
timestep        ${DT}

# time in which each sphere loses 95 % of its spin: the fraction of the time in which it has more
compute         omega all property/atom omegaz
variable        spins atom c_omega>0.05
variable        samples equal round(v_TIME/(10*dt))
fix             spins all ave/atom 10 ${samples} $(10*v_samples) v_spins
thermo          ${EVERY}
variable        w1 equal C_omega[1]
variable        w2 equal C_omega[2]
variable        w3 equal C_omega[3]
variable        w4 equal C_omega[4]
variable        w5 equal C_omega[5]
variable        w6 equal C_omega[6]
variable        w7 equal C_omega[7]
thermo_style    custom time v_w1 v_w2 v_w3 v_w4 v_w5 v_w6 v_w7
run             $(round(1.0/dt))
variable        T_1 equal $(-F_f1[1][11])
variable        T_5 equal $(-F_f5[5][11])
variable        T_6 equal $(-F_f5[6][11])
variable        T_7 equal $(-F_f6[7][11])
run             $(10*v_samples-step)
print """
                              torque [N m]          95 % lost after [s]
                           expected      found      expected   found
eta_psi 0.006:            1.176e-02 $(v_T_1:%10.3e)        6.463 $(v_TIME*F_spins[1]:%7.3f)
eta_psi 0.008:                                           4.847 $(v_TIME*F_spins[2]:%7.3f)
eta_psi 0.010:                                           3.878 $(v_TIME*F_spins[3]:%7.3f)
eta_psi 0.012:                                           3.231 $(v_TIME*F_spins[4]:%7.3f)
steel, radius 0.02 m      1.481e-05 $(v_T_5:%10.3e)        2.750 $(v_TIME*F_spins[5]:%7.3f)
steel, radius 0.04 m      2.986e-04 $(v_T_6:%10.3e)        4.366 $(v_TIME*F_spins[6]:%7.3f)
glass, radius 0.02 m      5.077e-06 $(v_T_7:%10.3e)        2.508 $(v_TIME*F_spins[7]:%7.3f)
"""
# expected: kinetic torques T = eta_psi mu_k m g R and mu_k m g a/2, and 0.95 I/T
